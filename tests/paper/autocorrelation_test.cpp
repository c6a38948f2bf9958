// Neighbouring states of herding differ more often than independent draws would: the auto-correlation is
// negative at lag 1 and dies out. In small: 20 models of 10 states and 7 features instead of 100, 2e4 steps
// instead of 1e5. Chen & Welling 2016, "Negative Auto-correlation".
#include <gtest/gtest.h>

#include <cmath>

#include <drover/dynamics/autocorrelation.hpp>
#include <drover/finite/dual_herder.hpp>
#include <drover/herd/record/autocorrelation.hpp>
#include <drover/herd/run.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

TEST(AutocorrelationOfHerding, IsNegativeForNeighboursAndDiesOut) {
    const std::size_t max_lag = 10;
    const std::uint64_t models = 20;
    std::vector<double> mean(max_lag + 1);
    for (std::uint64_t seed = 0; seed < models; ++seed) {
        testing::Dice dice{seed};
        const StateTable table = random_table(dice, 10, 7, 100);
        const Moments moments = random_moments(dice, table);
        DualHerder herder{table, moments, {.start = MomentStart{}}};
        Autocorrelation<std::size_t> recorder{max_lag};
        run(herder, {.steps = 20'000}, recorder);
        const std::vector<double> r = recorder.result();
        for (std::size_t lag = 0; lag <= max_lag; ++lag) mean[lag] += r[lag] / static_cast<double>(models);
    }
    EXPECT_NEAR(mean[0], 1, 1e-12);
    EXPECT_LT(mean[1], -0.05);
    for (std::size_t lag = 5; lag <= max_lag; ++lag) EXPECT_LT(std::abs(mean[lag]), 0.05) << "lag " << lag;
}

// The random fields of the chapter: normal features and parameters, exact moments.
TEST(AutocorrelationOfHerding, IsNegativeForNeighboursOfRandomFields) {
    for (const double scale : {1.0, 0.1}) {
        const dynamics::AutocorrelationStudy study = dynamics::study_autocorrelation(
            {.model_count = 30, .parameter_scale = scale, .steps = 10'000, .max_lag = 10});
        EXPECT_NEAR(study.mean[0], 1, 1e-12);
        EXPECT_LT(study.mean[1], -0.05);
        EXPECT_GT(study.negative_share, 0.9);
        for (std::size_t lag = 5; lag <= 10; ++lag)
            EXPECT_LT(std::abs(study.mean[lag]), 0.05) << "lag " << lag << ", scale " << scale;
    }
}

}  // namespace
}  // namespace drover
