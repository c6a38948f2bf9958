#include <drover/tables/file.hpp>
#include <drover/tables/slice.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TableSet tables() {
    const std::vector<TableText> texts{
        {"as.csv", "age,sex,count\nyoung,F,1\nyoung,M,2\nold,F,3\nold,M,\n"},
        {"sax.csv", "sex,age,x,count\nF,young,a,4\nF,old,b,5\nM,young,b,6\n"},
        {"age.csv", "age,count\nyoung,7\nold,8\n"},
        {"sex.csv", "sex,count\nF,9\nM,6\n"},
    };
    return parse_tables(texts);
}

std::vector<Rational> numbers(const std::vector<std::int64_t>& values) {
    return {values.begin(), values.end()};
}

TEST(Slice, KeepsTheCellsOfOneValueWithoutItsColumn) {
    const TableSet set = tables();  // ages: old, young; sexes: F, M
    const TableSet women = slice(set, *set.schema.find("sex"), 0);
    ASSERT_EQ(women.tables.size(), 2U);
    EXPECT_EQ(women.tables[0].columns, std::vector<std::size_t>{*set.schema.find("age")});
    EXPECT_EQ(women.tables[0].counts, numbers({3, 1}));
    EXPECT_FALSE(women.tables[0].has_unknown());
    EXPECT_EQ(women.tables[1].counts, numbers({0, 5, 4, 0}));
    const TableSet men = slice(set, *set.schema.find("sex"), 1);
    EXPECT_TRUE(men.tables[0].has_unknown());
    EXPECT_EQ(men.tables[0].suppressed_count, 1U);
}

TEST(Slice, TakesSeveralValues) {
    const TableSet set = tables();
    const TableSet young_women = slice(set, {{*set.schema.find("sex"), 0}, {*set.schema.find("age"), 1}});
    ASSERT_EQ(young_women.tables.size(), 1U);
    EXPECT_EQ(young_women.tables[0].counts, numbers({4, 0}));
    EXPECT_INPUT_ERROR(slice(set, {{0, 0}, {1, 0}, {2, 0}}),
                       "expected a table with the given columns and at least one other, got none");
}

TEST(Slice, ForgetsOptionsOfTablesThatAreGone) {
    const TargetOptions options{.trust = {{"age", 3}, {"as", 2}}, .total = Rational{100}};
    const TargetOptions kept = options_for_slice(options, slice(tables(), 1, 0));
    EXPECT_EQ(kept.trust, (std::map<std::string, std::int32_t>{{"as", 2}}));
    EXPECT_FALSE(kept.total.has_value());
}

TEST(Margin, IsThatOfTheFirstTableWithoutUnknownCells) {
    const TableSet set = tables();
    EXPECT_EQ(margin(set, *set.schema.find("sex")), numbers({9, 6}));
    EXPECT_EQ(margin(set, *set.schema.find("age")), numbers({5, 10}));
    const std::vector<TableText> blank{{"t.csv", "a,count\nx,\ny,1\n"}};
    EXPECT_INPUT_ERROR(margin(parse_tables(blank), 0),
                       "expected a table with column \"a\" and no unknown cells, got none");
}

}  // namespace
}  // namespace drover
