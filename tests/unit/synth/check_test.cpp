#include <drover/synth/check.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover::synth {
namespace {

TEST(Check, MeasuresRowsAgainstTables) {
    const TableText rows{"rows.csv", "sex,age,region,note\nM,young,N,1\nF,old,S,2\nF,old,N,3\nF,old,S,4\n"};
    const CheckResult found = check(rows, testing::region_tables());
    EXPECT_EQ(found.fit.rows, 4);
    EXPECT_EQ(found.fit.impossible_rows, 1);
    EXPECT_EQ(found.fit.distinct.count, 3);
    EXPECT_DOUBLE_EQ(found.fit.tables[0].tv, 0.35);  // shares 1/4, 1/4, 1/2, 0 against 0, 0.4, 0.4, 0.2
    EXPECT_EQ(found.arithmetic.unit, 100);
    EXPECT_TRUE(found.arithmetic.exact);
    EXPECT_FALSE(found.share_in_data.has_value());
    EXPECT_EQ(found.digest.size(), 64U);
}

TEST(Check, CountsOnlyRowsWithTheValuesAskedFor) {
    const TableText rows{"rows.csv", "sex,age,region\nM,young,N\nF,old,S\nF,young,S\n"};
    const CheckResult found = check(rows, testing::region_tables(), {.where = {{"region", "S"}}});
    EXPECT_EQ(found.fit.rows, 2);
    EXPECT_DOUBLE_EQ(found.fit.tables[1].tv, 0);  // all of S are F
    EXPECT_INPUT_ERROR(check(rows, testing::region_tables(), {.where = {{"region", "X"}}}),
                       "where: expected a value of column \"region\", \"N\" or \"S\", got \"X\"");
}

TEST(Check, FindsRowsOfTheData) {
    const TableText rows{"rows.csv", "sex,age,region\nM,young,N\nF,old,S\n"};
    const TableText data{"data.csv", "region,sex\nN,M\nN,F\n"};
    const CheckResult found = check(rows, testing::region_tables(), {.against = data});
    EXPECT_EQ(found.share_in_data, 0.5);
}

TEST(Check, UnknownValuesAreNamed) {
    const TableText rows{"rows.csv", "sex,age,region\nM,young,N\nX,old,S\n"};
    const CheckResult found = check(rows, testing::region_tables());
    EXPECT_EQ(found.fit.unknown_value_rows, 1);
    EXPECT_EQ(found.fit.first_unknown_value, "rows.csv: row 2, column \"sex\": \"X\"");
    EXPECT_EQ(page_of(found).notes.front(),
              "Rows with a value that the tables do not know: 1; the first is in rows.csv: row 2, column "
              "\"sex\": \"X\".");
}

TEST(Check, RowsOfCategoriesAreMeasuredLikeTheirText) {
    const std::string text = "sex,age,region\nM,young,N\nX,old,S\nF,old,S\n";
    const CheckResult one = check({"rows.csv", text}, testing::region_tables());
    const CheckResult other = check(microdata_of(text, "rows.csv"), testing::region_tables(), {}, "rows.csv");
    EXPECT_EQ(other.digest, "");
    EXPECT_EQ(one.fit.mean_tv, other.fit.mean_tv);
    EXPECT_EQ(one.fit.first_unknown_value, other.fit.first_unknown_value);
    EXPECT_EQ(one.fit.impossible_rows, other.fit.impossible_rows);
    EXPECT_INPUT_ERROR(check(microdata_of("sex,age\nM,old\n", "rows.csv"), testing::region_tables()),
                       "rows: header: expected a column \"region\", got none");
    CategoryTable wrong = microdata_of(text, "rows.csv");
    wrong.cells[3] = 9;
    EXPECT_INPUT_ERROR(check(wrong, testing::region_tables()),
                       R"(rows: row 2, column "sex": expected a category below 3, got 9)");
}

TEST(Check, WritesItself) {
    const TableText rows{"rows.csv", "sex,age,region\nM,young,N\n"};
    CheckResult found = check(rows, testing::region_tables());
    EXPECT_EQ(to_json(found).rfind(R"({"format":"drover.check/1","rows":1,)", 0), 0U);
    EXPECT_NE(to_html(found).find("<title>drover check</title>"), std::string::npos);
    EXPECT_NE(to_text(found).find("worst"), std::string::npos);
    found.verdict.emplace();
    EXPECT_EQ(to_text(found), "certificate holds: 1 row, 2 tables\n");
    found.verdict->differences.push_back("unit: expected 1, got 2");
    EXPECT_EQ(to_text(found), "certificate does not hold:\n  unit: expected 1, got 2\n");
}

TEST(Check, RefusesRowsThatAreNone) {
    EXPECT_INPUT_ERROR(check({"rows.csv", "sex,age,region\n"}, testing::region_tables()),
                       "rows.csv: expected at least one row, got none");
    EXPECT_THROW(check({"rows.csv", "sex\nF\n"}, testing::region_tables()), InputError);
}

TEST(Check, StopsWhenAsked) {
    std::string text = "sex,age,region\n";
    for (int r = 0; r < 1 << 14; ++r) text += "M,young,N\n";
    StopFlag stop;
    stop.request_stop();
    EXPECT_TRUE(check({"rows.csv", text}, testing::region_tables(), {.control = {.stop = &stop}}).stopped);
}

}  // namespace
}  // namespace drover::synth
