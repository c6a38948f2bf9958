#include <gtest/gtest.h>

#include <drover/tables/impossible.hpp>

namespace drover {
namespace {

Targets targets_with(std::vector<std::int64_t> counts, std::vector<std::int32_t> trust = {}) {
    return {.features = MarginalTables{{2, 2, 2}, {{1}, {0, 2}}},
            .moments = {.names = {}, .counts = std::move(counts), .total = 4},
            .trust = std::move(trust),
            .totals = {},
            .exact = true,
            .rounding = 0};
}

std::int64_t impossible_of_all_rows(const Targets& targets) {
    ImpossibleRows impossible{targets};
    for (std::uint32_t k = 0; k < 8; ++k)
        impossible.record(std::vector<std::uint32_t>{k / 4, k / 2 % 2, k % 2});
    return impossible.count();
}

TEST(ImpossibleRows, AreNoneWithoutZeros) {
    EXPECT_EQ(impossible_of_all_rows(targets_with({2, 2, 1, 1, 1, 1})), 0);
}

TEST(ImpossibleRows, FallIntoACellOfCountZeroInAnyTable) {
    // Column 1 is never 1: half of the eight rows.
    EXPECT_EQ(impossible_of_all_rows(targets_with({4, 0, 1, 1, 1, 1})), 4);
    // Columns 0 and 2 are never 1 and 0: a quarter.
    EXPECT_EQ(impossible_of_all_rows(targets_with({2, 2, 2, 1, 0, 1})), 2);
    // Both; a row counts once.
    EXPECT_EQ(impossible_of_all_rows(targets_with({4, 0, 2, 1, 0, 1})), 5);
}

TEST(ImpossibleRows, UnknownCellsAndNegativeCountsAreNoZeros) {
    EXPECT_EQ(impossible_of_all_rows(targets_with({4, 0, 1, 1, 1, 1}, {1, 0, 1, 1, 1, 1})), 0);
    EXPECT_EQ(impossible_of_all_rows(targets_with({5, -1, 1, 1, 1, 1})), 0);
}

}  // namespace
}  // namespace drover
