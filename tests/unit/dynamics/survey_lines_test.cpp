#include <gtest/gtest.h>

#include <string>

#include <drover/dynamics/survey_lines.hpp>

#include "expect.hpp"

namespace drover::dynamics {
namespace {

TableRecord record(std::int64_t number) {
    return {.number = number,
            .state_count = 4,
            .feature_count = 2,
            .route = RouteKind::torus,
            .flips = 2,
            .t_1 = 0.1,
            .attractors = Sameness::same,
            .least_overlap = 1.0 / 3,
            .word_exponent = 1.5,
            .word_length = 12};
}

std::string two_tables() { return survey_head({}) + survey_line(record(0)) + survey_line(record(1)); }

TEST(ReadSurvey, ReadsBackWhatWasWritten) {
    const SurveyLines lines = read_survey(two_tables(), {}, "s.jsonl");
    ASSERT_EQ(lines.records.size(), 2U);
    EXPECT_EQ(lines.byte_count, static_cast<std::int64_t>(two_tables().size()));
    EXPECT_EQ(survey_line(lines.records[1]), survey_line(record(1)));
    EXPECT_EQ(lines.records[1].least_overlap, 1.0 / 3);
    EXPECT_FALSE(lines.records[1].t_inf);
}

TEST(ReadSurvey, PassesOverACutLastLineWhereverItIsCut) {
    const std::string text = two_tables();
    const std::size_t second = (survey_head({}) + survey_line(record(0))).size();
    for (std::size_t size = 0; size < text.size(); ++size) {
        const SurveyLines lines = read_survey(text.substr(0, size), {}, "s.jsonl");
        const std::size_t whole =
            size < survey_head({}).size() ? 0 : (size < second ? survey_head({}).size() : second);
        ASSERT_EQ(lines.byte_count, static_cast<std::int64_t>(whole)) << size;
        ASSERT_EQ(lines.records.size(), size < second ? 0U : 1U);
    }
}

TEST(ReadSurvey, RefusesOtherOptionsAndOtherLines) {
    EXPECT_THROW(read_survey(two_tables(), {.seed = 1}, "s.jsonl"), InputError);
    EXPECT_INPUT_ERROR(read_survey(survey_head({}) + "luck\n", {}, "s.jsonl"),
                       "s.jsonl: line 2: expected table 0 of the survey, got \"luck\"");
    EXPECT_THROW(read_survey(survey_head({}) + survey_line(record(1)), {}, "s.jsonl"), InputError);
    const std::string line = survey_line(record(0));
    const std::string more = line.substr(0, line.size() - 2) + ",\"x\":1}\n";
    EXPECT_THROW(read_survey(survey_head({}) + more, {}, "s.jsonl"), InputError);
}

}  // namespace
}  // namespace drover::dynamics
