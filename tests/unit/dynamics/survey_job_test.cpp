#include <drover/dynamics/survey_job.hpp>

#include <drover/dynamics/survey_lines.hpp>
#include <drover/job/checkpoint.hpp>
#include <drover/job/run_job.hpp>

#include "expect.hpp"

namespace drover::dynamics::survey_job_test {
namespace {

const JobIdentity who{.product = "dynamics survey"};

SurveyOptions few(std::size_t tables = 2) {
    return {
        .table_count = tables, .state_counts = {3, 4}, .feature_counts = {2}, .steps = 500, .start_count = 2};
}

std::string lines_of(const SurveyJob& job) {
    std::string lines;
    for (const TableRecord& record : job.records()) lines += survey_line(record);
    return lines;
}

TEST(SurveyJob, ContinuesAfterEveryTableAlsoWithMoreOfThem) {
    SurveyJob whole{few(3)};
    run_job(whole, {});
    SurveyJob first{few()};
    bool has_more = true;
    while (has_more) {
        has_more = first.advance(1, {});
        ThreadPool pool{2};
        std::string added;
        SurveyJob second{few(3), &pool, [&](const TableRecord& record) { added += survey_line(record); }};
        restore_checkpoint(checkpoint_bytes(who, first), "state", who, second);
        EXPECT_EQ(lines_of(second), lines_of(first));
        EXPECT_EQ(run_job(second, {}), JobEnd::finished);
        EXPECT_EQ(lines_of(second), lines_of(whole));
        EXPECT_EQ(lines_of(first) + added, lines_of(whole));
    }
    EXPECT_EQ(first.progress().done, 4);
}

TEST(SurveyJob, RefusesOtherTables) {
    SurveyJob two{few()};
    run_job(two, {});
    const std::string bytes = checkpoint_bytes(who, two);
    SurveyJob fewer{few(1)};
    EXPECT_INPUT_ERROR(restore_checkpoint(bytes, "state", who, fewer),
                       "state: not a valid checkpoint of drover: more tables than are to be measured");
    SurveyOptions others = few();
    others.state_counts = {3, 5};
    SurveyJob other{others};
    EXPECT_INPUT_ERROR(restore_checkpoint(bytes, "state", who, other),
                       "state: not a valid checkpoint of drover: a table of another survey");
}

TEST(SurveyJob, AsksForMemoryFirst) {
    SurveyOptions many = few();
    many.memory = MemoryLimit{1000};
    EXPECT_THROW(SurveyJob{many}, InputError);
}

TEST(SurveyJob, AStopWithinATableLeavesTheTablesBefore) {
    StopFlag stop;
    SurveyJob job{few(), nullptr, [&](const TableRecord&) { stop.request_stop(); }};
    EXPECT_TRUE(job.advance(4, {.stop = &stop}));
    EXPECT_EQ(job.records().size(), 1U);
    EXPECT_TRUE(job.advance(4, {.stop = &stop}));
    EXPECT_EQ(job.records().size(), 1U);
}

}  // namespace
}  // namespace drover::dynamics::survey_job_test
