#include <drover/core/philox.hpp>
#include <drover/moments/category_moments.hpp>
#include <drover/moments/measure.hpp>

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

}  // namespace
}  // namespace drover
