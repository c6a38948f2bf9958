#include <cstring>

#include <drover/data/row_spool.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover::row_spool_test {
namespace {

struct Rows {
    std::vector<std::uint32_t> cells;
    std::vector<Rational> weights;

    friend bool operator==(const Rows&, const Rows&) = default;
};

Rows random_rows(std::size_t count, bool weighted) {
    const CounterRandom random{7};
    Rows rows;
    for (std::size_t r = 0; r < count; ++r) {
        rows.cells.push_back(static_cast<std::uint32_t>(random.below(3 * r, 200)));
        rows.cells.push_back(static_cast<std::uint32_t>(random.below(3 * r + 1, 60'000)));
        rows.cells.push_back(static_cast<std::uint32_t>(random.below(3 * r + 2, 4'000'000'000)));
        if (weighted) rows.weights.emplace_back(static_cast<Int128>(r), 3);
    }
    return rows;
}

Rows all_of(const RowSpool& spool) {
    Rows rows;
    spool.for_each([&](std::span<const std::uint32_t> cells, std::span<const Rational> weights) {
        rows.cells.insert(rows.cells.end(), cells.begin(), cells.end());
        rows.weights.insert(rows.weights.end(), weights.begin(), weights.end());
    });
    return rows;
}

TEST(RowSpool, GivesRowsAndWeightsBackAsOftenAsAsked) {
    for (const bool weighted : {false, true}) {
        const Rows rows = random_rows(40'000, weighted);
        RowSpool spool{3};
        EXPECT_TRUE(spool.empty());
        spool.add(rows.cells, rows.weights);
        EXPECT_FALSE(spool.empty());
        EXPECT_EQ(all_of(spool), rows);
        EXPECT_EQ(all_of(spool), rows);
    }
}

TEST(RowSpool, PutsWhatIsTooMuchIntoTheStore) {
    const Rows rows = random_rows(300'000, true);
    std::string stored;
    const ScratchStore store{.append = [&](std::string_view bytes) { stored += bytes; },
                             .read =
                                 [&](std::uint64_t offset, std::span<char> bytes) {
                                     std::memcpy(bytes.data(), stored.data() + offset, bytes.size());
                                 }};
    RowSpool spool{3, store};
    for (int part = 0; part < 4; ++part) spool.add(rows.cells, rows.weights);
    EXPECT_GT(stored.size(), std::size_t{1} << 25U);
    const Rows all = all_of(spool);
    ASSERT_EQ(all.cells.size(), 4 * rows.cells.size());
    EXPECT_TRUE(std::equal(rows.cells.begin(), rows.cells.end(),
                           all.cells.end() - static_cast<std::ptrdiff_t>(rows.cells.size())));
    EXPECT_TRUE(std::equal(rows.weights.begin(), rows.weights.end(), all.weights.begin()));
}

}  // namespace
}  // namespace drover::row_spool_test
