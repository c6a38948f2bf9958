#include <drover/core/sha256.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/synth/check.hpp>
#include <drover/synth/synth.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover::synth {
namespace {

TEST(Synthesize, MakesAsManyRowsAsTheTablesCount) {
    const Result made = synthesize(testing::region_tables());
    EXPECT_EQ(made.row_count(), 100U);
    EXPECT_EQ(made.cells.size(), 300U);
    EXPECT_EQ(made.fit.mean_tv, 0);
    EXPECT_EQ(made.fit.impossible_rows, 0);
    EXPECT_EQ(made.steps, 100);
    EXPECT_EQ(made.input, "2 tables over 3 columns");
    EXPECT_EQ(made.zeros, "hard: whole counts that agree");
    EXPECT_EQ(made.search.rfind("coordinate ascent, 1 implied table", 0), 0U) << made.search;
    EXPECT_EQ(to_text(made.arithmetic), "exact, in units of 1/100");
    EXPECT_EQ(made.course.back().rows, 100);
    EXPECT_FALSE(made.interrupted);
}

TEST(Synthesize, TheDigestIsThatOfTheRowsAsCsv) {
    const Result made = synthesize(testing::region_tables(), {.rows = 5000});
    const std::string csv = to_csv(made);
    EXPECT_EQ(made.digest, sha256(csv));
    EXPECT_EQ(csv.substr(0, 15), "region,age,sex\n");
    const CheckResult found = check({"rows.csv", csv}, testing::region_tables());
    EXPECT_EQ(found.digest, made.digest);
    EXPECT_EQ(found.fit.mean_tv, made.fit.mean_tv);
    EXPECT_EQ(found.fit.distinct, made.fit.distinct);
}

TEST(Synthesize, BlocksTogetherAreTheWhole) {
    const Options options{.rows = 3000, .by = "region"};
    const Result whole = synthesize(testing::region_tables(), options);
    ThreadPool pool{3};
    Options threaded = options;
    threaded.pool = &pool;
    std::vector<std::uint32_t> cells;
    std::string csv;
    const Result streamed = synthesize(testing::region_tables(), threaded, [&](const RowBlock& block) {
        cells.insert(cells.end(), block.cells.begin(), block.cells.end());
        csv += block.bytes;
    });
    EXPECT_EQ(cells, whole.cells);
    EXPECT_EQ(csv, to_csv(whole));
    EXPECT_EQ(streamed.digest, whole.digest);
    EXPECT_TRUE(streamed.cells.empty());
}

TEST(Synthesize, TakesNamesOfColumnsAndValues) {
    const Result made = synthesize(
        testing::region_tables(),
        {.zeros = Zeros::soft, .forbid = {{{"age", "young"}, {"sex", "F"}}}, .where = {{"region", "S"}}});
    EXPECT_EQ(made.row_count(), 60U);
    EXPECT_EQ(made.zeros, "soft");
    for (std::size_t r = 0; r < made.row_count(); ++r) {
        EXPECT_EQ(made.row(r)[0], 1U);
        EXPECT_FALSE(made.row(r)[1] == 1 && made.row(r)[2] == 0);
    }
}

TEST(Synthesize, RefusesNoTablesAndGoalsThatAreNone) {
    EXPECT_INPUT_ERROR(synthesize(TableSet{}), "expected at least one table, got none");
    EXPECT_INPUT_ERROR(synthesize(testing::region_tables(), {.until_tv = -1}),
                       "until_tv: expected a number above 0, or 0 for no goal, got -1");
}

TEST(NumbersOf, WantsAColumnOfTheRows) {
    EXPECT_INPUT_ERROR(numbers_of(synthesize(testing::region_tables()), 3),
                       "numbers_of: expected a column below 3, got 3");
}

TEST(Synthesize, StopsAtAGoalOrWhenAsked) {
    EXPECT_EQ(synthesize(testing::region_tables(), {.rows = 100'000, .until_tv = 0.01}).row_count(), 1024U);
    StopFlag stop;
    Options options{.rows = 100'000, .control = {.stop = &stop}};
    options.control.progress = [&](std::int64_t rows) {
        if (rows >= 2000) stop.request_stop();
    };
    const Result stopped = synthesize(testing::region_tables(), options);
    EXPECT_TRUE(stopped.interrupted);
    EXPECT_LT(stopped.row_count(), 4000U);
    EXPECT_EQ(stopped.cells.size(), 3 * stopped.row_count());
}

TEST(Synthesize, RefusesWhatCannotWork) {
    const std::vector<TableText> shares{{"s.csv", "a,p\nx,0.5\ny,0.5\n"}};
    EXPECT_INPUT_ERROR(synthesize(tables_of(shares)),
                       "rows: expected a number of rows, because shares do not give one, got none");
    EXPECT_INPUT_ERROR(synthesize(testing::region_tables(), {.rows = 0}),
                       "rows: expected 1 to 10^9 rows, got 0");
    EXPECT_INPUT_ERROR(synthesize(testing::region_tables(), {.burn_in = -1}),
                       "burn_in: expected 0 to 10^9, got -1");
    EXPECT_INPUT_ERROR(synthesize(testing::region_tables(), {.by = "town"}),
                       "by: expected a column of the tables, got \"town\"");
    EXPECT_INPUT_ERROR(synthesize(testing::region_tables(), {.targets = {.trust = {{"x", 2}}}}),
                       "trust: expected the name of a table, got \"x\"");
}

TEST(Synthesize, WritesItself) {
    const Result made = synthesize(testing::region_tables());
    EXPECT_EQ(to_json(made).rfind(
                  R"({"format":"drover.synth/1","input":"2 tables over 3 columns","interrupted":false,)", 0),
              0U);
    EXPECT_NE(to_html(made).find("<title>drover synth</title>"), std::string::npos);
}

TEST(Complete, FillsTheBlanksAndKeepsTheRest) {
    const TableText partial{"p.csv", "id,region,sex\n1,N,\n2,,F\n3,S,\n"};
    const Completion done = complete(testing::region_tables(), partial);
    EXPECT_EQ(done.rows.row_count(), 3U);
    EXPECT_EQ(done.rows.digest, sha256(done.csv));
    EXPECT_EQ(done.csv.rfind("id,region,sex,age\n1,N,", 0), 0U) << done.csv;
    EXPECT_EQ(done.rows.row(0)[0], 0U);
    EXPECT_EQ(done.rows.row(1)[2], 0U);
    EXPECT_EQ(done.rows.row(2)[2], 0U);  // all of S are F
    EXPECT_EQ(done.rows.fit.impossible_rows, 0);
}

TEST(Complete, TakesSharesToo) {
    const std::vector<TableText> shares{{"s.csv", "a,b,p\nx,u,0.5\ny,v,0.5\n"}};
    EXPECT_EQ(complete(tables_of(shares), {"p.csv", "a\nx\ny\n"}).csv, "a,b\nx,u\ny,v\n");
}

TEST(Complete, LeavesARowThatCannotBeFilledAsItIs) {
    const Completion done = complete(testing::region_tables(), {"p.csv", "region,age,sex\nN,old,\nS,old,\n"});
    EXPECT_EQ(done.csv, "region,age,sex\nN,old,\nS,old,F\n");
    EXPECT_EQ(done.rows.row_count(), 1U);
    EXPECT_EQ(done.rows.unfilled_rows, 1);
    EXPECT_EQ(done.rows.first_unfilled.substr(0, 13), "p.csv: row 1:");
}

TEST(Synthesize, ValuesThatNobodyHasDoNotMatter) {
    const std::vector<TableText> lean{{"t.csv", "a,b,count\nx,u,5\ny,v,7\nx,v,2\n"}};
    const std::vector<TableText> more{{"t.csv", "a,b,count\na,u,0\nx,u,5\ny,v,7\nx,v,2\nz,t,0\n"}};
    for (const Zeros zeros : {Zeros::hard, Zeros::soft, Zeros::automatic})
        EXPECT_EQ(synthesize(tables_of(lean), {.zeros = zeros}).digest,
                  synthesize(tables_of(more), {.zeros = zeros}).digest);
}

TEST(Complete, NamesTheRowIfNoneCanBeFilled) {
    EXPECT_INPUT_ERROR(
        complete(testing::region_tables(), {"p.csv", "region,age\nN,old\n"}),
        "p.csv: row 1: the values given: no row without an impossible combination was found; allow some of "
        "them, or take soft zeros");
}

}  // namespace
}  // namespace drover::synth
