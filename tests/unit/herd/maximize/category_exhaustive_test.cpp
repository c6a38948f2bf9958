#include <drover/herd/maximize/category_exhaustive.hpp>

#include "expect.hpp"
#include "random_tables.hpp"

namespace drover {
namespace {

using ExactWeights = WeightSpan<std::int64_t>;

static_assert(Maximizer<CategoryExhaustive, MarginalTables, ExactWeights>);

TEST(CategoryExhaustive, FindsTheLowestOfTheBestAllowedRows) {
    int without_rows = 0;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        SCOPED_TRACE(seed);
        const testing::TablesCase c = testing::random_tables_case(seed);
        const CategoryRow expected = testing::brute_force(c);
        if (expected.empty()) {
            ++without_rows;
            EXPECT_INPUT_ERROR(
                (CategoryExhaustive{c.tables, c.limits}),
                "CategoryExhaustive: expected at least one row without a forbidden cell, got none");
            continue;
        }
        CategoryRow row;
        CategoryExhaustive search{c.tables, c.limits};
        const std::int64_t score = search.maximize(c.tables, ExactWeights{c.weights}, row);
        EXPECT_EQ(row, expected);
        EXPECT_EQ(score, c.tables.score(ExactWeights{c.weights}, expected));
    }
    EXPECT_GT(without_rows, 10);
    EXPECT_LT(without_rows, 300);
}

TEST(CategoryExhaustive, WithoutTablesTheLowestRowWins) {
    const MarginalTables f{{2, 3}, {}};
    CategoryRow row{1, 2};
    EXPECT_EQ((CategoryExhaustive{f, {.forbidden = {}, .fixed = {free_value, 2}}}.maximize(
                  f, ExactWeights{{}}, row)),
              0);
    EXPECT_EQ(row, (CategoryRow{0, 2}));
}

TEST(CategoryExhaustive, RefusesMoreRowsThanItCanTry) {
    const std::vector<std::size_t> sizes(21, 2);
    const MarginalTables f{sizes, {{0, 20}}};
    EXPECT_INPUT_ERROR((CategoryExhaustive{f}),
                       "CategoryExhaustive: expected at most 1048576 rows to try, got 2097152");
    CategoryRow fixed(21, free_value);
    fixed[3] = 1;
    EXPECT_NO_THROW((CategoryExhaustive{f, {.forbidden = {}, .fixed = fixed}}));
}

TEST(CategoryExhaustive, RefusesLimitsOfAnotherModel) {
    const MarginalTables f{{2, 3}, {{0, 1}}};
    EXPECT_INPUT_ERROR((CategoryExhaustive{f, {.forbidden = {true}}}),
                       "CategoryExhaustive: forbidden (1) and cells (6) must have the same size");
    EXPECT_INPUT_ERROR((CategoryExhaustive{f, {.forbidden = {}, .fixed = {1}}}),
                       "CategoryExhaustive: fixed (1) and columns (2) must have the same size");
    EXPECT_INPUT_ERROR((CategoryExhaustive{f, {.forbidden = {}, .fixed = {0, 3}}}),
                       "CategoryExhaustive: expected a fixed value of column 1 below 3, got 3");
}

}  // namespace
}  // namespace drover
