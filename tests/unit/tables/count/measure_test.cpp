#include <drover/herd/moments/measure.hpp>
#include <drover/number/philox.hpp>
#include <drover/tables/count/measure.hpp>

#include "expect.hpp"

namespace drover {
namespace {

CategoryTable random_table(const std::vector<std::size_t>& value_counts, std::size_t row_count) {
    CategoryTable table;
    for (const std::size_t count : value_counts)
        table.schema.columns.push_back({.name = "x", .values = std::vector<std::string>(count)});
    const CounterRandom random{5, 1};
    for (std::size_t i = 0; i < row_count * value_counts.size(); ++i)
        table.cells.push_back(
            static_cast<std::uint32_t>(random.bits(i) % value_counts[i % value_counts.size()]));
    return table;
}

TEST(MeasureCategories, CountsEachCell) {
    CategoryTable table = random_table({2, 3}, 0);
    table.cells = {0, 2, 1, 0, 0, 2};
    const Moments moments = measure(MarginalTables{{2, 3}, {{0, 1}, {1}}}, table);
    EXPECT_EQ(moments.counts, (std::vector<std::int64_t>{0, 0, 2, 1, 0, 0, 1, 0, 2}));
    EXPECT_EQ(moments.total, 3);
}

TEST(MeasureCategories, EqualsTheCountRowByRow) {
    const std::vector<std::size_t> sizes{3, 1, 7, 2, 5};
    for (const std::size_t rows : {1U, 511U, 512U, 513U, 2'000U}) {
        const CategoryTable table = random_table(sizes, rows);
        std::vector<CategoryRow> list;
        for (std::size_t r = 0; r < rows; ++r) list.emplace_back(table.row(r).begin(), table.row(r).end());
        for (std::size_t order = 1; order <= sizes.size(); ++order) {
            const MarginalTables tables{sizes, all_tables(sizes.size(), order)};
            EXPECT_EQ(measure(tables, table).counts, measure(tables, list).counts);
        }
    }
}

TEST(MeasureCategories, RefusesOtherColumnsAndTooManyCells) {
    const CategoryTable table = random_table({20'000, 20'000}, 3);
    EXPECT_INPUT_ERROR(measure(MarginalTables{{20'000}, {{0}}}, table),
                       "measure: tables (1) and rows (2) must have the same number of columns");
    EXPECT_INPUT_ERROR(measure(MarginalTables{{20'000, 2}, {{0}}}, table),
                       R"(measure: column "x": expected 20000 values in the tables, got 2)");
    EXPECT_INPUT_ERROR(measure(MarginalTables{{20'000, 20'000}, {{0, 1}}}, table),
                       "measure: expected tables of at most 2^28 cells in all, got 400000000");
    EXPECT_INPUT_ERROR(measure(MarginalTables{{2}, {{0}}}, random_table({2}, 0)),
                       "measure: expected at least one row, got none");
}

TEST(MeasureCategories, RefusesCellsThatAreNoCategoriesAndRowsThatAreCut) {
    const MarginalTables tables{{2, 3}, {{0, 1}}};
    CategoryTable table = random_table({2, 3}, 4);
    table.cells[5] = 3;
    EXPECT_INPUT_ERROR(measure(tables, table),
                       R"(measure: row 3, column "x": expected a category below 3, got 3)");
    EXPECT_INPUT_ERROR(measure_weighted(tables, table),
                       R"(measure: row 3, column "x": expected a category below 3, got 3)");
    table.cells.pop_back();
    EXPECT_INPUT_ERROR(measure(tables, table), "measure: expected complete rows of 2 columns, got 7 cells");
}

TEST(MeasureWeighted, SumsTheWeightsOfEachCellExactly) {
    CategoryTable table = random_table({2, 3}, 0);
    table.cells = {0, 2, 1, 0, 0, 2};
    table.weights = {parse_rational("0.1"), parse_rational("1/3"), 2};
    const WeightedMoments found = measure_weighted(MarginalTables{{2, 3}, {{0, 1}, {0}}}, table);
    EXPECT_EQ(found.denominator, 30);
    EXPECT_EQ(found.moments.counts, (std::vector<Int128>{0, 0, 63, 10, 0, 0, 63, 10}));
    EXPECT_EQ(found.moments.total, 73);
}

TEST(MeasureWeighted, EqualsTheRowsRepeated) {
    const std::vector<std::size_t> sizes{3, 2, 5};
    const MarginalTables tables{sizes, all_tables(3, 2)};
    CategoryTable table = random_table(sizes, 1'300);
    CategoryTable repeated = table;
    repeated.cells.clear();
    for (std::size_t r = 0; r < table.row_count(); ++r) {
        const auto weight = static_cast<std::int64_t>(r % 4);
        table.weights.emplace_back(Int128{weight}, Int128{2});
        for (std::int64_t k = 0; k < weight; ++k)
            repeated.cells.insert(repeated.cells.end(), table.row(r).begin(), table.row(r).end());
    }
    const WeightedMoments found = measure_weighted(tables, table);
    const Moments expected = measure(tables, repeated);
    EXPECT_EQ(found.moments.counts, (std::vector<Int128>{expected.counts.begin(), expected.counts.end()}));
    EXPECT_EQ(found.moments.total, expected.total);
    EXPECT_EQ(found.denominator, 2);
}

TEST(MeasureWeighted, CountsRowsWhereThereAreNoWeights) {
    const CategoryTable table = random_table({2, 3}, 600);
    const MarginalTables tables{{2, 3}, {{0, 1}}};
    const Moments expected = measure(tables, table);
    EXPECT_EQ(measure_weighted(tables, table).moments.counts,
              (std::vector<Int128>{expected.counts.begin(), expected.counts.end()}));
}

TEST(MeasureWeighted, TakesWeightsOfSeventeenDigits) {
    CategoryTable table = random_table({2}, 2);
    table.weights = {parse_rational("0.0012345678901234567"), parse_rational("1234.5678901234567")};
    const WeightedMoments found = measure_weighted(MarginalTables{{2}, {{0}}}, table);
    EXPECT_EQ((Rational{found.moments.total, found.denominator}), table.weights[0] + table.weights[1]);
}

TEST(MeasureWeighted, RefusesWeightsThatCannotBe) {
    CategoryTable table = random_table({2}, 2);
    const MarginalTables tables{{2}, {{0}}};
    table.weights = {1};
    EXPECT_INPUT_ERROR(measure_weighted(tables, table), "weights: expected one for each of 2 rows, got 1");
    table.weights = {1, -2};
    EXPECT_INPUT_ERROR(measure_weighted(tables, table), "weights: expected at least 0, got -2");
    table.weights = {0, 0};
    EXPECT_INPUT_ERROR(measure_weighted(tables, table), "weights: expected at least one above 0, got none");
    table.weights = {Rational{Int128{1}, int128_max}, Rational{Int128{1}, int128_max - 1}};
    EXPECT_INPUT_ERROR(measure_weighted(tables, table),
                       "weights: expected numbers that sum to less than 2^126 over their common denominator, "
                       "got larger ones");
}

}  // namespace
}  // namespace drover
