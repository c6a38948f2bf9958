#include <gtest/gtest.h>

#include <vector>

#include <drover/dynamics/survey.hpp>

#include "expect.hpp"

namespace drover::dynamics {
namespace {

SurveyOptions few() {
    return {
        .table_count = 2, .state_counts = {3, 5}, .feature_counts = {2}, .steps = 2'000, .start_count = 2};
}

std::vector<std::int64_t> numbers_of(const std::vector<TableRecord>& records) {
    std::vector<std::int64_t> numbers;
    for (const TableRecord& record : records) numbers.push_back(record.number);
    return numbers;
}

TEST(SurveyTables, AreTheSameForAnyNumberOfThreads) {
    ThreadPool pool{3};
    const SurveyRun one = survey_tables(few());
    const SurveyRun three = survey_tables(few(), {}, &pool);
    EXPECT_EQ(numbers_of(three.records), (std::vector<std::int64_t>{0, 1, 2, 3}));
    ASSERT_EQ(one.records.size(), three.records.size());
    for (std::size_t i = 0; i < one.records.size(); ++i) {
        EXPECT_EQ(one.records[i].t_1, three.records[i].t_1);
        EXPECT_EQ(one.records[i].least_overlap, three.records[i].least_overlap);
        EXPECT_EQ(one.records[i].weight_growth, three.records[i].weight_growth);
    }
    EXPECT_FALSE(three.stopped);
}

TEST(SurveyTables, StopBeforeTheNextTable) {
    StopFlag stop;
    const SurveyRun run =
        survey_tables(few(), {.stop = &stop, .progress = [&](std::int64_t) { stop.request_stop(); }});
    EXPECT_EQ(run.records.size(), 1U);
    EXPECT_TRUE(run.stopped);
    EXPECT_THROW(survey_table(few(), 0, {.stop = &stop}), Stopped);
}

// Three states in the plane: herding is a rotation of a torus, whatever the start, and the frequencies of the
// states follow from the moments.
TEST(SurveyTable, ThreeStatesHaveOneAttractor) {
    const SurveyOptions options{
        .table_count = 1, .state_counts = {3}, .feature_counts = {2}, .steps = 50'000, .start_count = 3};
    const TableRecord record = survey_table(options, 0);
    EXPECT_EQ(record.attractors, Sameness::same);
    EXPECT_LT(record.frequency_gap, 1e-3);
    ASSERT_TRUE(record.box_slope);
    EXPECT_GT(*record.box_slope, 1.7);
    EXPECT_LT(*record.box_slope, 2.01);
}

// States in a plane of three features: starts differ within it only, or no two orbits would ever meet.
TEST(SurveyTable, StartsLieInTheSpaceOfTheStates) {
    const SurveyOptions options{
        .table_count = 1, .state_counts = {3}, .feature_counts = {3}, .steps = 20'000, .start_count = 2};
    EXPECT_EQ(survey_table(options, 0).attractors, Sameness::same);
}

// All states are neighbours of one another: the search is exact, no margin is above 0, and weights are
// bounded.
TEST(SurveyTable, LocalSearchAmongTwoStatesIsExact) {
    const SurveyOptions options{
        .table_count = 1, .state_counts = {2}, .feature_counts = {1}, .steps = 1'000, .start_count = 1};
    const TableRecord record = survey_table(options, 0);
    EXPECT_EQ(record.positive_share, 0);
    EXPECT_LT(record.weight_growth, 0.25);
}

TEST(SurveyTables, RefusesSizesOfNothing) {
    EXPECT_INPUT_ERROR(
        survey_tables({.state_counts = {0}}),
        "survey_tables: expected states, features and starts of at least 1, and 8 steps or more");
}

TEST(Summarize, CountsBySize) {
    const std::vector<TableRecord> records{
        {.state_count = 4,
         .feature_count = 2,
         .route = RouteKind::torus,
         .word_exponent = 1,
         .positive_share = 0.5},
        {.state_count = 3, .feature_count = 2, .route = RouteKind::cascade, .weight_growth = 1},
        {.state_count = 4, .feature_count = 2, .attractors = Sameness::different, .word_exponent = 2}};
    const std::vector<SurveyGroup> groups = summarize(records);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].state_count, 3U);
    EXPECT_EQ(groups[0].tables_with_bounded_weights, 0);
    EXPECT_FALSE(groups[0].word_exponent);
    EXPECT_EQ(groups[1].tables, 2);
    EXPECT_EQ(groups[1].routes, (std::vector<std::int64_t>{0, 1, 0, 0, 1}));
    EXPECT_EQ(groups[1].attractors, (std::vector<std::int64_t>{0, 1, 1}));
    EXPECT_EQ(groups[1].word_exponent, 1.5);
    EXPECT_EQ(groups[1].positive_share, 0.25);
    EXPECT_EQ(groups[1].tables_with_positive_margins, 1);
}

}  // namespace
}  // namespace drover::dynamics
