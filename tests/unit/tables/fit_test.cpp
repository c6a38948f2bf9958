#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include <drover/tables/fit.hpp>

namespace drover {
namespace {

using Names = std::vector<std::string>;

Schema town() {
    return {{{.name = "sex", .values = {"f", "m"}, .bins = {}, .decimals = 0},
             {.name = "age", .values = {"young", "", "old"}, .bins = {}, .decimals = 0}}};
}

Targets town_targets() {
    return {.features = MarginalTables{{2, 3}, {{0}, {1, 0}}},
            .moments = {.names = {}, .counts = {5, 5, 2, 2, 1, 0, 2, 3}, .total = 10},
            .trust = {},
            .totals = {},
            .exact = true,
            .rounding = 0};
}

// Ten rows: 5 of each sex; young 2 f, 2 m; missing 1 m; old 3 f, 2 m.
FitSummary town_fit() {
    FitSummary fit = summarize(town(), Names{"by sex", "by both"}, town_targets(),
                               std::vector<std::int64_t>{5, 5, 2, 2, 0, 1, 3, 2}, 10);
    fit.impossible_rows = 1;
    fit.distinct = {.count = 5, .exact = true};
    return fit;
}

TEST(Summarize, AddsUpTheErrorsOfTheTables) {
    const FitSummary fit = town_fit();
    EXPECT_EQ(fit.rows, 10);
    EXPECT_EQ(fit.tables[0].tv, 0.0);
    EXPECT_DOUBLE_EQ(fit.tables[1].tv, 0.2);
    EXPECT_DOUBLE_EQ(fit.tables[1].l1, 4);
    EXPECT_DOUBLE_EQ(fit.mean_tv, 0.1);
    EXPECT_DOUBLE_EQ(fit.worst_tv, 0.2);
    EXPECT_DOUBLE_EQ(fit.worst_cell_error, 0.1);
    EXPECT_EQ(worst_first(fit), (std::vector<std::size_t>{1, 0}));
}

TEST(Summarize, AveragesOverTheCellsThatHaveOrAskForRows) {
    const FitSummary fit = town_fit();
    EXPECT_EQ(fit.tables[0].mean_error, 0);
    EXPECT_DOUBLE_EQ(fit.tables[1].mean_error, 4.0 / 6);
    EXPECT_DOUBLE_EQ(fit.tables[1].rmse_percent, 100 * std::sqrt(4.0 / 6) / (10.0 / 6));
}

TEST(WriteCells, ListsTheCellsThatHaveOrAskForRows) {
    std::ostringstream out;
    write_cells(out, town(), Names{"by sex", "by both"}, town_targets(),
                std::vector<std::int64_t>{5, 0, 2, 2, 0, 0, 3, 2}, 5);
    EXPECT_EQ(out.str(),
              "table,cell,asked,got,difference\n"
              "by sex,sex=f,2.5,5,2.5\nby sex,sex=m,2.5,0,-2.5\n"
              "by both,\"age=young, sex=f\",1,2,1\nby both,\"age=young, sex=m\",1,2,1\n"
              "by both,\"age=(missing), sex=f\",0.5,0,-0.5\n"
              "by both,\"age=old, sex=f\",1,3,2\nby both,\"age=old, sex=m\",1.5,2,0.5\n");
}

TEST(Summarize, NamesCellsInTheOrderOfTheirTable) {
    const FitSummary fit = town_fit();
    EXPECT_EQ(fit.tables[1].columns, (Names{"age", "sex"}));
    EXPECT_EQ(fit.tables[1].worst.values, (Names{"", "f"}));
    EXPECT_EQ(fit.tables[1].worst.rows, 0);
    EXPECT_DOUBLE_EQ(fit.tables[1].worst.target, 1);
    EXPECT_EQ(cell_text(fit.tables[1].columns, fit.tables[1].worst.values), "age=(missing), sex=f");
}

TEST(Summarize, KeepsTheWorstCellsOfAllTables) {
    const FitSummary all = town_fit();
    ASSERT_EQ(all.worst_cells.size(), 4U);
    EXPECT_EQ(all.worst_cells[0].values, (Names{"", "f"}));
    EXPECT_EQ(all.worst_cells[3].values, (Names{"old", "m"}));
    const FitSummary two = summarize(town(), Names{"a", "b"}, town_targets(),
                                     std::vector<std::int64_t>{9, 1, 2, 2, 0, 1, 3, 2}, 10, 2);
    ASSERT_EQ(two.worst_cells.size(), 2U);
    EXPECT_EQ(two.worst_cells[0].values, Names{"f"});
    EXPECT_DOUBLE_EQ(two.worst_cells[0].off, 4);
    EXPECT_EQ(two.worst_cells[1].values, Names{"m"});
}

TEST(Summarize, UnknownCellsAreNeverTheWorst) {
    Targets targets = town_targets();
    targets.trust = {0, 0, 1, 1, 0, 0, 1, 1};
    const FitSummary fit =
        summarize(town(), Names{"a", "b"}, targets, std::vector<std::int64_t>{5, 5, 2, 2, 1, 0, 2, 3}, 10);
    EXPECT_TRUE(fit.tables[0].worst.values.empty());
    EXPECT_EQ(fit.tables[0].unknown_rows, 10);
    EXPECT_EQ(fit.mean_tv, 0.0);
    EXPECT_TRUE(fit.worst_cells.empty());
}

TEST(Summarize, NoRowsAndNoTablesAreAllowed) {
    const FitSummary fit =
        summarize(town(), Names{"a", "b"}, town_targets(), std::vector<std::int64_t>(8), 0);
    EXPECT_EQ(fit.worst_tv, 0.0);
    EXPECT_EQ(fit.worst_cell_error, 0.0);
    EXPECT_TRUE(fit.worst_cells.empty());
}

TEST(FitSummary, EntersAReport) {
    std::ostringstream json;
    Report report;
    add_result(report, town_fit());
    write_json(json, report);
    EXPECT_EQ(
        json.str(),
        R"({"rows":10,"table_count":2,"mean_tv":0.1,"worst_tv":0.2,"worst_cell_error":0.1,"tables":[)"
        R"({"name":"by sex","columns":["sex"],"tv":0,"l1":0,"mean_error":0,"rmse_percent":0,)"
        R"("worst_cell":0,"worst_cell_values":["f"],)"
        R"("unknown_rows":0},)"
        R"({"name":"by both","columns":["age","sex"],"tv":0.2,"l1":4,"mean_error":0.6666666666666666,)"
        R"("rmse_percent":48.989794855663554,"worst_cell":1,)"
        R"("worst_cell_values":["","f"],"unknown_rows":0}],)"
        R"("impossible_rows":1,"unknown_value_rows":0,"first_unknown_value":null,"distinct_rows":5,"distinct_exact":true})"
        "\n");
}

TEST(FitSummary, ShowsTheWorstTablesFirstAndSaysOfHowMany) {
    std::ostringstream text;
    write_worst_tables(text, town_fit(), 1);
    EXPECT_EQ(
        text.str(),
        "worst of 2 tables   tv  l1 (rows)  mean error  % rmse  worst cell (rows)                 where\n"
        "by both            0.2          4       0.667      49                  1  age=(missing), sex=f\n");
}

TEST(FitSummary, ShowsAllTablesWithoutACount) {
    std::ostringstream text;
    write_worst_tables(text, town_fit(), 2);
    EXPECT_TRUE(text.str().starts_with("table ")) << text.str();
}

}  // namespace
}  // namespace drover
