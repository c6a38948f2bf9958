#include <gtest/gtest.h>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/record/trajectory.hpp>
#include <drover/herd/record/weight_bound.hpp>
#include <drover/herd/run.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

TEST(WeightBound, EqualsASlowRecomputation) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        testing::Dice dice{seed};
        const StateTable table = random_table(dice, 6, 3);
        const Moments moments = random_moments(dice, table);
        Herder herder{table, ExactMoments{moments, {.eta = Rational(1, 3), .start = MomentStart{}}},
                      Exhaustive{}};
        WeightBound recorder{3};
        Trajectory<std::size_t> all;
        run(herder, {.steps = 300, .burn_in = 5}, recorder, all);
        std::vector<double> largest(3);
        double largest_norm = 0;
        double norm = 0;
        for (const auto& point : all.result()) {
            norm = 0;
            for (std::size_t a = 0; a < 3; ++a) {
                largest[a] = std::max(largest[a], std::abs(point.weights[a]));
                norm += point.weights[a] * point.weights[a];
            }
            norm = std::sqrt(norm);
            largest_norm = std::max(largest_norm, norm);
        }
        const WeightBounds& result = recorder.result();
        EXPECT_EQ(result.largest, largest);
        EXPECT_EQ(result.worst, *std::max_element(largest.begin(), largest.end()));
        EXPECT_EQ(result.largest_norm, largest_norm);
        EXPECT_EQ(result.last_norm, norm);
        EXPECT_EQ(result.norm_per_step, norm / 305);  // t counts from the start of the orbit
    }
}

TEST(WeightBound, IsZeroBeforeTheFirstStep) {
    const WeightBound recorder{2};
    EXPECT_EQ(recorder.result().largest, (std::vector<double>{0, 0}));
    EXPECT_EQ(recorder.result().worst, 0);
    EXPECT_EQ(recorder.result().norm_per_step, 0);
}

}  // namespace
}  // namespace drover
