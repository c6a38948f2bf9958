#include <drover/herd/maximize/row_limits.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(RowLimits, EmptyOnesLimitNothing) {
    const RowLimits limits;
    EXPECT_FALSE(limits.is_forbidden(7));
    EXPECT_TRUE(limits.is_free(7));
}

TEST(RowLimits, FixedColumnsAreNotFree) {
    const RowLimits limits{.forbidden = {false, true}, .fixed = {free_value, 0}};
    EXPECT_FALSE(limits.is_forbidden(0));
    EXPECT_TRUE(limits.is_forbidden(1));
    EXPECT_TRUE(limits.is_free(0));
    EXPECT_FALSE(limits.is_free(1));
}

TEST(RowCount, IsTheProductOverTheFreeColumns) {
    const MarginalTables f{{2, 3, 5}, {}};
    EXPECT_EQ(row_count(f), 30);
    EXPECT_EQ(row_count(f, {.forbidden = {}, .fixed = {free_value, 2, free_value}}), 10);
    EXPECT_EQ(row_count(f, {.forbidden = {}, .fixed = {0, 0, 0}}), 1);
}

}  // namespace
}  // namespace drover
