#include <gtest/gtest.h>

#include <set>

#include <drover/number/philox.hpp>
#include <drover/tables/distinct_rows.hpp>

namespace drover {
namespace {

TEST(DistinctRows, AreNoneAtFirst) { EXPECT_EQ(DistinctRows{}.result(), (DistinctCount{0, true})); }

TEST(DistinctRows, AreCountedExactlyAsASetDoes) {
    const CounterRandom random{7};
    DistinctRows distinct;
    std::set<std::vector<std::uint32_t>> seen;
    std::uint64_t index = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::vector<std::uint32_t> row;
        for (int j = 0; j < 4; ++j) row.push_back(static_cast<std::uint32_t>(random.below(index++, 9)));
        distinct.record(row);
        seen.insert(row);
        if (i % 1'000 == 0) {
            ASSERT_EQ(distinct.result(), (DistinctCount{static_cast<std::int64_t>(seen.size()), true}));
        }
    }
}

TEST(DistinctRows, OrderAndLengthMatter) {
    DistinctRows distinct;
    for (const std::vector<std::uint32_t>& row :
         std::vector<std::vector<std::uint32_t>>{{}, {0}, {0, 0}, {0, 1}, {1, 0}, {1, 0}})
        distinct.record(row);
    EXPECT_EQ(distinct.result(), (DistinctCount{5, true}));
}

TEST(DistinctRows, AreEstimatedBeyondTheLimit) {
    DistinctRows distinct;
    std::vector<std::uint32_t> row(2);
    for (std::uint32_t i = 0; i < DistinctRows::max_kept; ++i) {
        row = {i % 1'000, i / 1'000};
        distinct.record(row);
        distinct.record(row);
    }
    EXPECT_EQ(distinct.result(), (DistinctCount{1 << 21, true}));
    for (std::uint32_t i = DistinctRows::max_kept; i < 6'000'000; ++i) {
        row = {i % 1'000, i / 1'000};
        distinct.record(row);
    }
    const DistinctCount count = distinct.result();
    EXPECT_FALSE(count.exact);
    EXPECT_NEAR(static_cast<double>(count.count), 6e6, 3e4);
}

TEST(DistinctRows, HashesOfNeighboursFillAllBits) {
    std::uint64_t ones = 0;
    std::uint64_t zeros = 0;
    for (std::uint32_t i = 0; i < 100; ++i) {
        const std::vector<std::uint32_t> row{i};
        ones |= DistinctRows::hash(row);
        zeros |= ~DistinctRows::hash(row);
    }
    EXPECT_EQ(~ones, 0U);
    EXPECT_EQ(~zeros, 0U);
}

}  // namespace
}  // namespace drover
