#include <gtest/gtest.h>

#include <drover/tables/table_error.hpp>

namespace drover {
namespace {

// One column of three values, and that column with one of two.
Targets small_targets() {
    return {.features = MarginalTables{{3, 2}, {{0}, {0, 1}}},
            .moments = {.names = {}, .counts = {5, 3, 2, 4, 1, 3, 0, 0, 2}, .total = 10},
            .trust = {},
            .totals = {},
            .exact = true,
            .rounding = 0};
}

TEST(TableErrors, AreZeroWhereTheRowsMeetTheTables) {
    const Targets targets = small_targets();
    const std::vector<std::int64_t> hits{10, 6, 4, 8, 2, 6, 0, 0, 4};
    for (const TableError& error : table_errors(targets, hits, 20)) {
        EXPECT_EQ(error.l1, 0);
        EXPECT_EQ(error.worst, 0);
        EXPECT_EQ(total_variation(error, targets, 20), 0.0);
    }
}

// Three rows: 0,0; 0,0; 1,1. Cells are off by 10 * hits - 3 * counts.
TEST(TableErrors, AreExactByHand) {
    const Targets targets = small_targets();
    const std::vector<std::int64_t> hits{2, 1, 0, 2, 0, 0, 1, 0, 0};
    const std::vector<TableError> errors = table_errors(targets, hits, 3);
    // 5, 1, -6
    EXPECT_EQ(errors[0], (TableError{.l1 = 12, .worst = 6, .worst_cell = 2, .unknown_rows = 0}));
    // 8, -3, -9, 10, 0, -6
    EXPECT_EQ(errors[1], (TableError{.l1 = 36, .worst = 10, .worst_cell = 6, .unknown_rows = 0}));
    EXPECT_DOUBLE_EQ(in_rows(errors[0].l1, targets), 1.2);
    EXPECT_DOUBLE_EQ(total_variation(errors[0], targets, 3), 0.2);
}

TEST(TableErrors, UnknownCellsAreOneCellWithWhatIsLeft) {
    Targets targets = small_targets();
    targets.trust = {1, 0, 0, 2, 2, 2, 2, 2, 2};
    targets.moments.counts[1] = 0;
    targets.moments.counts[2] = 0;
    const std::vector<std::int64_t> hits{2, 1, 1, 2, 0, 1, 0, 1, 0};
    const std::vector<TableError> errors = table_errors(targets, hits, 4);
    // The known cell is matched; 2 of 4 rows are left for the others, as they should be.
    EXPECT_EQ(errors[0], (TableError{.l1 = 0, .worst = 0, .worst_cell = 0, .unknown_rows = 2}));
    EXPECT_EQ(errors[1].unknown_rows, 0);
    const std::vector<TableError> all_known =
        table_errors(targets, std::vector<std::int64_t>{4, 0, 0, 4, 0, 0, 0, 0, 0}, 4);
    // 20 too many in the known cell, 20 too few in the others together.
    EXPECT_EQ(all_known[0], (TableError{.l1 = 40, .worst = 20, .worst_cell = 0, .unknown_rows = 0}));
}

TEST(TableErrors, TableOfUnknownCellsOnlyHasNoError) {
    Targets targets = small_targets();
    targets.trust = {0, 0, 0, 1, 1, 1, 1, 1, 1};
    const std::vector<std::int64_t> hits{1, 1, 1, 1, 0, 1, 0, 1, 0};
    EXPECT_EQ(table_errors(targets, hits, 3)[0],
              (TableError{.l1 = 0, .worst = 0, .worst_cell = 0, .unknown_rows = 3}));
}

TEST(TableErrors, RowsInNoCellAreACellWithTargetZero) {
    const Targets targets = small_targets();
    const std::vector<TableError> errors =
        table_errors(targets, std::vector<std::int64_t>{0, 0, 0, 0, 0, 0, 0, 0, 0}, 2);
    EXPECT_EQ(errors[0].l1, 40);
    EXPECT_EQ(total_variation(errors[0], targets, 2), 1.0);
}

TEST(TableErrors, NegativeTargetsOfNoisyTablesCount) {
    const Targets targets{.features = MarginalTables{{2}, {{0}}},
                          .moments = {.names = {}, .counts = {-1, 11}, .total = 10},
                          .trust = {},
                          .totals = {},
                          .exact = true,
                          .rounding = 0};
    const std::vector<std::int64_t> hits{0, 2};
    EXPECT_EQ(table_errors(targets, hits, 2)[0],
              (TableError{.l1 = 4, .worst = 2, .worst_cell = 0, .unknown_rows = 0}));
}

TEST(TableErrors, HoldWhereSixtyFourBitsWouldNot) {
    constexpr std::int64_t unit = std::int64_t{1} << 60U;
    constexpr std::int64_t rows = 1'000'000'000;
    const Targets targets{.features = MarginalTables{{2}, {{0}}},
                          .moments = {.names = {}, .counts = {unit, 0}, .total = unit},
                          .trust = {},
                          .totals = {},
                          .exact = true,
                          .rounding = 0};
    const std::vector<std::int64_t> hits{0, rows};
    const TableError error = table_errors(targets, hits, rows)[0];
    EXPECT_EQ(to_string(error.l1), "2305843009213693952000000000");
    EXPECT_EQ(total_variation(error, targets, rows), 1.0);
}

TEST(TableErrors, NoRowsHaveNoVariation) {
    const Targets targets = small_targets();
    const TableError error = table_errors(targets, std::vector<std::int64_t>(9), 0)[0];
    EXPECT_EQ(error.l1, 0);
    EXPECT_EQ(total_variation(error, targets, 0), 0.0);
}

}  // namespace
}  // namespace drover
