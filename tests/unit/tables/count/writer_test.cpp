#include <sstream>

#include <drover/data/csv.hpp>
#include <drover/tables/count/measure.hpp>
#include <drover/tables/count/writer.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using Counts = std::vector<std::int64_t>;

const Schema schema{
    {{.name = "sex", .values = {"F", "M"}}, {.name = "town, now", .values = {"a", "b,c", ""}}}};
const std::vector<std::size_t> both{0, 1};

std::string written(const Counts& counts, const TableWriterOptions& options = {}) {
    std::ostringstream out;
    write_table(out, schema, both, counts, options);
    return out.str();
}

TEST(WriteTable, ListsTheCellsThatAreNotZero) {
    EXPECT_EQ(written({3, 0, 1, 0, 20, 0}), "sex,\"town, now\",count\nF,a,3\nF,,1\nM,\"b,c\",20\n");
}

TEST(WriteTable, LeavesSmallCountsBlankAndZerosZero) {
    std::ostringstream out;
    const TableSummary summary =
        write_table(out, schema, both, Counts{3, 0, 2, 0, 20, 1}, {.suppress_below = 3});
    EXPECT_EQ(out.str(), "sex,\"town, now\",count\nF,a,3\nF,,\nM,\"b,c\",20\nM,,\n");
    EXPECT_EQ(summary.cell_count, 6U);
    EXPECT_EQ(summary.listed_count, 4U);
    EXPECT_EQ(summary.suppressed_count, 2U);
    EXPECT_EQ(summary.total, 23);
}

TEST(WriteTable, RoundsHalvesUpAndDropsWhatBecomesZero) {
    EXPECT_EQ(written({4, 5, 15, 14, 0, 100}, {.round = 10}),
              "sex,\"town, now\",count\nF,\"b,c\",10\nF,,20\nM,a,10\nM,,100\n");
    EXPECT_EQ(written({2, 3, 7, 8, 0, 1}, {.round = 5}),
              "sex,\"town, now\",count\nF,\"b,c\",5\nF,,5\nM,a,10\n");
}

TEST(WriteTable, SuppressesByTheTrueCount) {
    EXPECT_EQ(written({2, 4, 0, 0, 0, 0}, {.round = 5, .suppress_below = 3}),
              "sex,\"town, now\",count\nF,a,\nF,\"b,c\",5\n");
}

TEST(WriteTable, WritesOtherSeparators) {
    EXPECT_EQ(written({0, 7, 0, 0, 0, 0}, {.csv = {.separator = ';'}}), "sex;town, now;count\nF;b,c;7\n");
}

TEST(WriteTable, RefusesCountsOfAnotherTable) {
    EXPECT_INPUT_ERROR(written({1, 2}), "write_table: expected 6 cells, got 2");
    EXPECT_INPUT_ERROR(written({0, 0, 0, 0, 0, 0}, {.round = 0}),
                       "write_table: expected a rounding base of at least 1 and a limit of at least 0");
}

TEST(WriteTable, KeepsTheSumsOfMicrodata) {
    const CategoryTable rows = parse_microdata("a,b,c\n1,x,0.5\n2,y,\n1,x,2.25\n1,,0.5\n", "t.csv");
    const MarginalTables tables{value_counts(rows.schema), all_tables(3, 2)};
    const Moments moments = measure(tables, rows);
    for (std::size_t t = 0; t < tables.table_count(); ++t) {
        const std::size_t first = tables.first_feature(t);
        std::ostringstream out;
        write_table(out, rows.schema, tables.table_columns(t),
                    std::span{moments.counts}.subspan(first, tables.first_feature(t + 1) - first));
        std::int64_t sum = 0;
        for (const CsvRecord& row : parse_csv(out.str(), "table").rows) sum += std::stoll(row.fields.back());
        EXPECT_EQ(sum, 4);
    }
}

}  // namespace
}  // namespace drover
