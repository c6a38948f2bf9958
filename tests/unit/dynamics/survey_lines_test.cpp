#include <gtest/gtest.h>

#include <drover/dynamics/survey_lines.hpp>

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

TEST(SurveyLine, HasEveryFieldByItsName) {
    EXPECT_EQ(
        survey_line(record(7)),
        "{\"table\":7,\"states\":4,\"features\":2,\"route\":\"torus\",\"flips\":2,\"t_1\":0.1,\"t_inf\":null,"
        "\"attractors\":\"same\",\"least_overlap\":0.3333333333333333,\"frequency_gap\":0,"
        "\"frequency_noise\":0,\"word_exponent\":1.5,\"word_length\":12,\"box_slope\":null,\"box_level\":0,"
        "\"positive_share\":0,\"late_positive_share\":0,\"weight_growth\":0,\"error_times_steps\":0}\n");
}

}  // namespace
}  // namespace drover::dynamics
