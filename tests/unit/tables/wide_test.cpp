#include <drover/tables/wide.hpp>

#include "expect.hpp"

namespace drover {
namespace {

const std::vector<TableText> wide{{"totals.csv", "TAZ,HH,S1,S2\n7,10,4,6\n8,3,3,0\n9,2,,2\n"}};
const WideGroup sizes{.variable = "size", .columns = {{"S1", "1"}, {"S2", "2+"}}};

TEST(LongTables, MakeATableOfEachGroup) {
    const WideOptions options{.key = {{"TAZ", "taz"}}, .groups = {sizes, {.columns = {{"HH", "HH"}}}}};
    const std::vector<TableText> made = long_tables(wide, options);
    ASSERT_EQ(made.size(), 2U);
    EXPECT_EQ(made[0].file, "taz_x_size.csv");
    EXPECT_EQ(made[0].text, "taz,size,count\n7,1,4\n7,2+,6\n8,1,3\n9,1,\n9,2+,2\n");
    EXPECT_EQ(made[1].file, "taz.csv");
    EXPECT_EQ(made[1].text, "taz,count\n7,10\n8,3\n9,2\n");
    EXPECT_EQ(parse_tables(made).tables[0].suppressed_count, 1U);
}

TEST(LongTables, TakeAGroupFromTheFileThatHasIt) {
    const std::vector<TableText> both{wide[0], {"tract.csv", "TRACT,W0\nA,5\n"}};
    const WideGroup workers{.variable = "w", .columns = {{"W0", "0"}}, .key = {{"TRACT", "tract"}}};
    const std::vector<TableText> made =
        long_tables(both, {.key = {{"TAZ", "taz"}}, .groups = {sizes, workers}});
    EXPECT_EQ(made[1].text, "tract,w,count\nA,0,5\n");
    const std::vector<TableText> twice{wide[0], {"again.csv", wide[0].text}};
    EXPECT_INPUT_ERROR(long_tables(twice, {.key = {{"TAZ", "taz"}}, .groups = {sizes}}),
                       "group \"size\": expected one file with its columns, got totals.csv and again.csv");
}

TEST(LongTables, RefuseNamesThatTablesUseThemselves) {
    EXPECT_INPUT_ERROR(
        long_tables(wide, {.key = {{"TAZ", "count"}}, .groups = {sizes}}),
        "group \"size\": expected names of columns other than count, p and se, none twice, got \"count\"");
    EXPECT_INPUT_ERROR(long_tables(wide, {.key = {{"TAZ", "taz"}}}), "expected at least one group, got none");
}

TEST(GuessTable, KnowsWideAndLongTablesFromPeople) {
    const auto kind = [](const char* text) { return guess_table({"t.csv", text}).kind; };
    using Kind = TableGuess::Kind;
    EXPECT_EQ(kind("TAZ,A,B,C,D\n7,1,2,3,4\n8,1,2,3,5\n9,2,2,3,5\n"), Kind::wide);
    EXPECT_EQ(kind("a,b,n\nx,1,3\nx,2,4\ny,1,1\ny,2,9\n"), Kind::long_table);
    EXPECT_EQ(kind("age,households\nx,3\ny,4\n"), Kind::long_table);
    EXPECT_EQ(kind("id,age\n1,30\n2,40\n"), Kind::nothing);
    EXPECT_EQ(kind("a,b,c\nx,1,3\nx,1,4\ny,1,1\n"), Kind::nothing);
    EXPECT_EQ(kind("name,town,age,sex,job\nAnn,A,3,f,x\nBob,A,4,m,y\n"), Kind::nothing);
    EXPECT_EQ(kind(""), Kind::nothing);
    EXPECT_EQ(kind("a,b\n1\n"), Kind::nothing);
}

TEST(GuessTable, IsSureByTheNameOfTheCounts) {
    EXPECT_TRUE(guess_table({"t.csv", "a,b,Households\nx,1,3\nx,2,4\ny,1,1\ny,2,9\n"}).is_sure);
    EXPECT_FALSE(guess_table({"t.csv", "a,b,c\nx,1,3\nx,2,4\ny,1,1\ny,2,9\n"}).is_sure);
}

}  // namespace
}  // namespace drover
