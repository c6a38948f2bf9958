#include <ctime>

#include <drover/tables/file.hpp>

#include "expect.hpp"
#include "table_texts.hpp"

namespace drover {
namespace {

using testing::tables_of;

std::vector<Rational> numbers(std::initializer_list<Rational> values) { return values; }

TEST(ReadTables, CellsHaveTheLastColumnFastest) {
    const TableSet set = tables_of({"age,sex,count\nold,F,4\nyoung,M,1\nold,M,3\nyoung,F,2\n"});
    ASSERT_EQ(set.schema.columns.size(), 2U);
    EXPECT_EQ(set.schema.columns[0].name, "age");
    EXPECT_EQ(set.schema.columns[0].values, (std::vector<std::string>{"old", "young"}));
    EXPECT_EQ(set.schema.columns[1].values, (std::vector<std::string>{"F", "M"}));
    const CountTable& table = set.tables.front();
    EXPECT_EQ(table.name, "a");
    EXPECT_EQ(table.columns, (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(table.counts, numbers({4, 3, 2, 1}));
    EXPECT_TRUE(table.unknown.empty());
    EXPECT_TRUE(table.errors.empty());
    EXPECT_FALSE(table.shares);
}

TEST(ReadTables, RefusesATableWhoseCellsCannotBeNumbered) {
    const auto of_columns = [](int count) {
        std::string header;
        std::string ones;
        std::string twos;
        for (int k = 0; k < count; ++k) {
            header += "c" + std::to_string(k) + ",";
            ones += "1,";
            twos += "2,";
        }
        return header + "count\n" + ones + "3\n" + twos + "4\n";
    };
    EXPECT_EQ(tables_of({of_columns(62)}).tables.front().counts, numbers({3, 4}));
    for (const int columns : {63, 65, 800})
        EXPECT_INPUT_ERROR(tables_of({of_columns(columns)}),
                           "a.csv: expected a table of at most 2^62 cells, got more by its " +
                               std::to_string(columns) + " columns");
}

TEST(ReadTables, TheCountMayStandAnywhereAndColumnsInAnyOrder) {
    const TableSet set = tables_of({"count,x,y\n1,0,0\n2,0,1\n", "y,p,x\n1,0.5,0\n0,.5,0\n"});
    EXPECT_EQ(set.schema.columns.size(), 2U);
    EXPECT_EQ(set.tables[1].columns, (std::vector<std::size_t>{1, 0}));
    EXPECT_EQ(set.tables[1].counts, numbers({Rational{1, 2}, Rational{1, 2}}));
    EXPECT_TRUE(set.tables[1].shares);
}

TEST(ReadTables, DecimalsAndFractionsAreExact) {
    const TableSet set = tables_of({"x,count\n0,0.1\n1, 1e-3 \n2,3/7\n3,123456789012345678901/1000\n"});
    EXPECT_EQ(set.tables[0].counts, numbers({Rational{1, 10}, Rational{1, 1000}, Rational{3, 7},
                                             Rational{Int128{123456789012345678} * 1000 + 901, 1000}}));
}

TEST(ReadTables, ValuesAreTheUnionOfAllTablesInNaturalOrder) {
    const TableSet set = tables_of({"x,count\n10,1\n,2\n9,3\n", "x,y,count\n2,a,5\nn/a,a,6\n"});
    EXPECT_EQ(set.schema.columns[0].values, (std::vector<std::string>{"2", "9", "10", "n/a", ""}));
    EXPECT_EQ(set.tables[0].counts, numbers({0, 3, 1, 0, 2}));
    EXPECT_EQ(set.tables[1].counts, numbers({5, 0, 0, 6, 0}));
}

TEST(ReadTables, BlankCountsAreSuppressed) {
    const TableSet set = tables_of({"x,count\n0,5\n1,\n2,  \n"});
    EXPECT_EQ(set.tables[0].unknown, (std::vector<bool>{false, true, true}));
    EXPECT_EQ(set.tables[0].counts, numbers({5, 0, 0}));
    EXPECT_EQ(set.tables[0].suppressed_count, 2U);
}

TEST(ReadTables, AbsentCellsAreZeroOrUnknown) {
    const std::string text = "x,y,count\n0,0,5\n1,1,\n0,1,0\n";
    EXPECT_EQ(tables_of({text}).tables[0].unknown, (std::vector<bool>{false, false, false, true}));
    const TableSet set = tables_of({text}, {.absent_unknown = true});
    EXPECT_EQ(set.tables[0].unknown, (std::vector<bool>{false, false, true, true}));
    EXPECT_EQ(set.tables[0].suppressed_count, 1U);
    EXPECT_TRUE(tables_of({"x,count\n0,5\n1,6\n"}, {.absent_unknown = true}).tables[0].unknown.empty());
}

TEST(ReadTables, NegativeCountsNeedTheNoisyOption) {
    const TableSet set = tables_of({"x,count\n0,5\n1,-3\n"}, {.noisy = true});
    EXPECT_EQ(set.tables[0].counts, numbers({5, -3}));
}

TEST(ReadTables, StandardErrorsGoWithTheirCells) {
    const TableSet set = tables_of({"x,count,se\n1,5,0.5\n0,2,0\n2,,\n"});
    EXPECT_EQ(set.tables[0].errors, numbers({0, Rational{1, 2}, 0}));
}

TEST(ReadTables, ASchemaGivesTheOrderAndTheColumnsThatAreUsed) {
    Schema schema;
    schema.columns.push_back({.name = "sex", .values = {"M", "F"}, .bins = {}});
    schema.columns.push_back({.name = "idle", .values = {"0"}, .bins = {}});
    schema.columns.push_back({.name = "age", .values = {"young", "middle", "old"}, .bins = {}});
    const TableSet set = tables_of({"age,sex,count\nold,F,4\nyoung,M,1\n"}, {.schema = schema});
    ASSERT_EQ(set.schema.columns.size(), 2U);
    EXPECT_EQ(set.schema.columns[0].name, "sex");
    EXPECT_EQ(set.tables[0].columns, (std::vector<std::size_t>{1, 0}));
    EXPECT_EQ(set.tables[0].counts, numbers({1, 0, 0, 0, 0, 4}));
    EXPECT_INPUT_ERROR(
        tables_of({"age,count\nold,4\nyoung,1\nOLD,1\n"}, {.schema = schema}),
        R"(a.csv: row 3, column "age": expected a category of the schema, "young", "middle" or )"
        R"("old", got "OLD"; did you mean "old"?)");
    EXPECT_INPUT_ERROR(tables_of({"town,count\nold,4\n"}, {.schema = schema}),
                       R"(a.csv: header: expected columns of the schema, got "town")");
}

TEST(ReadTables, TwoSourcesMayHaveTheSameColumns) {
    EXPECT_EQ(tables_of({"x,count\n0,5\n", "x,count\n0,6\n"}).tables.size(), 2U);
}

TEST(ReadTables, TwoTablesOfOneNameAreNamed) {
    const std::vector<TableText> texts{{.file = "2020/t.csv", .text = "x,count\n0,5\n"},
                                       {.file = "2021/t.csv.gz", .text = "x,count\n0,5\n"}};
    EXPECT_INPUT_ERROR(parse_tables(texts),
                       R"(2020/t.csv and 2021/t.csv.gz: expected tables of different names, got "t" twice)");
}

TEST(ReadTables, OtherSeparatorsAreRead) {
    const TableSet set = tables_of({"x;y;count\n0;\"1;2\";5\n"}, {.csv = {.separator = ';'}});
    EXPECT_EQ(set.schema.columns[1].values.front(), "1;2");
}

struct BadTable {
    const char* text;
    const char* message;
};

class BadTables : public ::testing::TestWithParam<BadTable> {};

TEST_P(BadTables, HaveOneClearMessage) {
    EXPECT_INPUT_ERROR(tables_of({GetParam().text}), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    ReadTables, BadTables,
    ::testing::Values(
        BadTable{"", "a.csv: expected a header line, got an empty file"},
        BadTable{"\n\n", "a.csv: expected a header line, got an empty file"},
        BadTable{"x,count\n", "a.csv: expected at least one cell, got the header only"},
        BadTable{"x,y\n0,1\n", "a.csv: header: expected a column count or p, got neither"},
        BadTable{"x,Count\n0,1\n", "a.csv: header: expected a column count or p, got neither"},
        BadTable{"x,p,count\n0,1,1\n", "a.csv: header: expected a column count or p, got both"},
        BadTable{"count\n5\n",
                 R"(a.csv: header: expected a column for each variable besides "count", got none)"},
        BadTable{"se,p\n5,1\n",
                 R"(a.csv: header: expected a column for each variable besides "p", got none)"},
        BadTable{"x,x,count\n0,0,1\n", R"(a.csv: header: expected each column once, got "x" twice)"},
        BadTable{"x,count,count\n0,0,1\n", R"(a.csv: header: expected each column once, got "count" twice)"},
        BadTable{"x,,count\n0,0,1\n", "a.csv: header: expected a name for column 2, got nothing"},
        BadTable{"x,count\n0,1\n1\n", "a.csv: row 2: expected 2 fields, got 1"},
        BadTable{"x,count\n0,1,7\n", "a.csv: row 1: expected 2 fields, got 3"},
        BadTable{
            "x,count\n0,1\n1,-3\n",
            R"(a.csv: row 2, column "count": expected a count of at least 0, got "-3"; noisy allows it)"},
        BadTable{"x,p\n0,1\n1,-.3\n",
                 R"(a.csv: row 2, column "p": expected a share of at least 0, got "-.3"; noisy allows it)"},
        BadTable{"x,count\n0,NaN\n", R"(a.csv: row 1, column "count": expected a number, got "NaN")"},
        BadTable{"x,count\n0,inf\n", R"(a.csv: row 1, column "count": expected a number, got "inf")"},
        BadTable{"x,count\n0,12 000\n", R"(a.csv: row 1, column "count": expected a number, got "12 000")"},
        BadTable{"x,count\n0,\"1,5\"\n", R"(a.csv: row 1, column "count": expected a number, got "1,5")"},
        BadTable{
            "x,count\n0,<5\n",
            R"(a.csv: row 1, column "count": expected a number, got "<5"; leave the count of a suppressed cell blank, or )"
            R"(name its mark: suppressed '<5')"},
        BadTable{"x,count\n0,1/0\n", R"(a.csv: row 1, column "count": expected a number, got "1/0")"},
        BadTable{"x,count\n0,1e30\n",
                 R"(a.csv: row 1, column "count": expected a number below 2^62 in magnitude, got "1e30")"},
        BadTable{
            "x,count\n0,1e999\n",
            R"(a.csv: row 1, column "count": number too large or too long: expected at most 127 bits (38 )"
            "digits) above and below the line"},
        BadTable{"x,count\n0,0\n1,0\n", "a.csv: expected counts with a total above 0, got 0"},
        BadTable{"x,count\n0,\n1,\n",
                 R"(a.csv: column "count": expected at least one number, got blanks only)"},
        BadTable{"x,y,count\n0,1,5\n0,2,6\n0,1,5\n",
                 "a.csv: row 3: expected each cell once, got x=0, y=1 again, first in row 1"},
        BadTable{"x,count,se\n0,5,-1\n",
                 R"(a.csv: row 1, column "se": expected a standard error of at least 0, got "-1")"},
        BadTable{"x,count,se\n0,5,\n", R"(a.csv: row 1, column "se": expected a number, got "")"},
        BadTable{"x,count,se\n0,5,high\n", R"(a.csv: row 1, column "se": expected a number, got "high")"},
        BadTable{"x,count\n0,1/340282366920938463463\n1,1/340282366920938463462\n2,1/340282366920938463461\n",
                 "a.csv: sum too large or too long: expected at most 127 bits above and below the line"},
        BadTable{"x,count\n\"0,5\n", "a.csv: line 2: expected a closing quote, got the end of the file"},
        BadTable{"x,count\n\xff,5\n",
                 "a.csv: line 2: expected UTF-8 text, got a byte that is not valid UTF-8"}));

TEST(ReadTables, ATotalBelowZeroIsAnErrorForNoisyTablesToo) {
    EXPECT_INPUT_ERROR(tables_of({"x,count\n0,5\n1,-8\n"}, {.noisy = true}),
                       "a.csv: expected counts with a total above 0, got -3");
}

TEST(ReadTables, NoTableAtAllIsAnError) {
    EXPECT_INPUT_ERROR(parse_tables({}), "expected at least one table, got none");
}

TEST(ReadTables, TooManyCellsNameTheLargestTable) {
    std::string big = "x,y,z,count\n";
    for (int i = 0; i < 700; ++i) {
        const std::string n = std::to_string(i);
        big.append(n).append(",").append(n).append(",").append(n).append(",1\n");
    }
    EXPECT_EQ(tables_of({"x,count\n0,1\n", big}).tables[1].counts.size(), 700U);  // those that it lists
    EXPECT_INPUT_ERROR(
        tables_of({"x,count\n0,1\n", big}, {.absent_unknown = true}),
        "b.csv: expected at most 2^28 cells in all tables together, got more in this one, the largest");
}

TEST(ReadTables, AMillionCellsTakeSecondsAtMost) {
    std::string text = "x,y,count\n";
    for (int i = 0; i < 1000; ++i) {
        for (int j = 0; j < 1000; ++j)
            text += std::to_string(i) + ',' + std::to_string(j) + ',' + std::to_string(i * j + 1) + '\n';
    }
    const std::clock_t start = std::clock();  // processor time, whatever else is running
    const TableSet set = tables_of({text});
    EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, 10);  // a fifth of a second in a release build
    EXPECT_EQ(set.tables[0].counts.back(), Rational{999 * 999 + 1});
}

TEST(LooksLikeTable, AColumnCountOrPTellsTablesFromMicrodata) {
    EXPECT_TRUE(looks_like_table(TableText{.file = "t", .text = "x,count\n"}));
    EXPECT_TRUE(looks_like_table(TableText{.file = "t", .text = "p,x\n"}));
    EXPECT_FALSE(looks_like_table(TableText{.file = "t", .text = "x,se\n"}));
    EXPECT_FALSE(looks_like_table(TableText{.file = "t", .text = ""}));
    EXPECT_TRUE(looks_like_table(TableText{.file = "t", .text = "x;count\n"}, {.separator = ';'}));
}

TEST(TableName, IsTheFileWithoutFolderAndEndings) {
    EXPECT_EQ(table_name("a/b.c/age_x_sex.csv.gz"), "age_x_sex");
    EXPECT_EQ(table_name("t.csv"), "t");
    EXPECT_EQ(table_name("t.txt"), "t.txt");
    EXPECT_EQ(table_name("-"), "-");
}

}  // namespace
}  // namespace drover
