#include <drover/tables/count/grouped.hpp>
#include <drover/tables/input.hpp>

#include "expect.hpp"

namespace drover {
namespace {

const TableText counted_table{"counted.csv",
                              "grouping,sex,\"a,b\",town,count\n"
                              "\"sex,\"\"a,b\"\"\",F,1,,2\n"
                              "town,,,Ulm,3\n"
                              "\"sex,\"\"a,b\"\"\",M,,,1\n"
                              "\"sex,town\",F,,,2\n"
                              "\"sex,town\",M,,Ulm,\n"};

TEST(GroupedTables, ComeApartInAnOrderOfTheirOwn) {
    const std::vector<TableText> tables = grouped_tables(counted_table);
    ASSERT_EQ(tables.size(), 3U);
    EXPECT_EQ(tables[0].file, "town.csv");
    EXPECT_EQ(tables[0].text, "town,count\nUlm,3\n");
    EXPECT_EQ(tables[1].file, "sex_x_a-b.csv");
    EXPECT_EQ(tables[1].text, "sex,\"a,b\",count\nF,1,2\nM,,1\n");
    EXPECT_EQ(tables[2].text, "sex,town,count\nF,,2\nM,Ulm,\n");
}

TEST(GroupedTables, AreKnownByTheirFirstRow) {
    EXPECT_TRUE(is_grouped(counted_table));
    EXPECT_TRUE(is_grouped({"t.csv", "\xEF\xBB\xBF\"grouping\",sex,count\nsex,F,1\n"}));
    EXPECT_FALSE(is_grouped({"t.csv", "grouping,sex,count\nA,F,1\n"}));
    EXPECT_FALSE(is_grouped({"t.csv", "sex,grouping,count\nsex,F,1\n"}));
    EXPECT_FALSE(is_grouped({"t.csv", "grouping,sex,count\n"}));
    EXPECT_FALSE(is_grouped({"t.csv", ""}));
}

TEST(GroupedTables, AreTablesWhereverTheseAreRead) {
    const TableSet set =
        tables_of(std::vector{counted_table, TableText{"more.csv", "town,count\nUlm,3\nBonn,1\n"}});
    ASSERT_EQ(set.tables.size(), 4U);
    EXPECT_EQ(set.tables[0].name, "town");
    EXPECT_EQ(set.tables[2].suppressed_count, 1U);
    EXPECT_EQ(set.tables[3].name, "more");
    EXPECT_EQ(column_names(set.schema), (std::vector<std::string>{"town", "sex", "a,b"}));
}

TEST(GroupedTables, NameTheRowThatIsWrong) {
    const auto read = [](const std::string& rows) {
        return grouped_tables({"t.csv", "grouping,a,b,count\n" + rows});
    };
    EXPECT_INPUT_ERROR(read("a,x,,1\nc,x,,1\n"),
                       "t.csv: row 2, column \"grouping\": expected columns of the file separated by commas, "
                       "got \"c\"");
    EXPECT_INPUT_ERROR(
        read("a,x,y,1\n"),
        "t.csv: row 1, column \"b\": expected a blank field, because the row is of the table \"a\", "
        "got \"y\"");
    EXPECT_INPUT_ERROR(read("a,x,,1\na,x,1\n"), "t.csv: row 2: expected 4 fields, got 3");
}

}  // namespace
}  // namespace drover
