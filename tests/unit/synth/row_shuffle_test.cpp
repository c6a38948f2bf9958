#include <drover/synth/impl/row_shuffle.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace drover::synth::impl {
namespace {

std::vector<std::uint32_t> numbered(std::uint32_t rows) {
    std::vector<std::uint32_t> cells;
    for (std::uint32_t r = 0; r < rows; ++r) cells.insert(cells.end(), {r, r + 1000});
    return cells;
}

// The first cell of each row; rows must be complete.
std::vector<std::uint32_t> firsts(const std::vector<std::uint32_t>& cells) {
    std::vector<std::uint32_t> values;
    for (std::size_t at = 0; at < cells.size(); at += 2) {
        EXPECT_EQ(cells[at] + 1000, cells[at + 1]);
        values.push_back(cells[at]);
    }
    return values;
}

TEST(RowShuffle, EachBlockKeepsItsRows) {
    RowShuffle shuffle{2, 100, 1};
    shuffle.add(numbered(250));
    std::vector<std::vector<std::uint32_t>> blocks;
    while (shuffle.is_full()) blocks.push_back(firsts(shuffle.take()));
    blocks.push_back(firsts(shuffle.take()));
    EXPECT_TRUE(shuffle.empty());
    ASSERT_EQ(blocks.size(), 3U);
    std::uint32_t next = 0;
    for (std::vector<std::uint32_t>& block : blocks) {
        EXPECT_FALSE(std::is_sorted(block.begin(), block.end()));
        std::sort(block.begin(), block.end());
        for (const std::uint32_t value : block) EXPECT_EQ(value, next++);
    }
    EXPECT_EQ(next, 250U);
}

TEST(RowShuffle, TheOrderDependsOnTheSeedAndNotOnTheParts) {
    const auto order = [](std::uint64_t seed, std::size_t part) {
        RowShuffle shuffle{2, 50, seed};
        const std::vector<std::uint32_t> cells = numbered(100);
        std::vector<std::uint32_t> all;
        for (std::size_t at = 0; at < cells.size(); at += 2 * part) {
            shuffle.add(std::span{cells}.subspan(at, std::min(2 * part, cells.size() - at)));
            while (shuffle.is_full()) {
                const std::vector<std::uint32_t> block = firsts(shuffle.take());
                all.insert(all.end(), block.begin(), block.end());
            }
        }
        return all;
    };
    EXPECT_EQ(order(1, 100), order(1, 7));
    EXPECT_NE(order(1, 100), order(2, 100));
}

// Every row is as likely to be first as another: 6 orders of 3 rows, 6,000 draws.
TEST(RowShuffle, AllOrdersAreEquallyLikely) {
    std::vector<std::uint32_t> orders(6);
    RowShuffle shuffle{2, 3, 5};
    for (int k = 0; k < 6000; ++k) {
        shuffle.add(numbered(3));
        const std::vector<std::uint32_t> order = firsts(shuffle.take());
        ++orders[2 * order[0] + (order[1] > order[2] ? 1 : 0)];
    }
    for (const std::uint32_t count : orders) EXPECT_NEAR(count, 1000, 120);
}

}  // namespace
}  // namespace drover::synth::impl
