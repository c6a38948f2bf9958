// Moments that no distribution over the states has: herding then matches the nearest point m of the hull, the
// weights run away along n = moments - m with w_t / t -> n, and the margins turn positive for good, which is
// how one notices. Chen, Gelfand & Welling 2014.
#include <gtest/gtest.h>

#include <drover/herd/features/state_table.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/moment_error.hpp>
#include <drover/herd/record/weight_bound.hpp>
#include <drover/herd/run.hpp>
#include <drover/neuron/neuron.hpp>

#include "support.hpp"

namespace drover {
namespace {

const StateTable two_bits{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}};  // x1, x2, x1 * x2
const Moments impossible{{}, {2, 2, 5}, 10};

TEST(InconsistentMoments, TheAverageIsExactlyTheNearestPoint) {
    Herder herder{two_bits, ExactMoments{impossible}, Exhaustive{}};
    MomentError error{two_bits, impossible};
    for (const std::int64_t until : {100, 1'000, 10'000}) {
        run(herder, {.steps = until - herder.current().t}, error);
        for (std::size_t a = 0; a < 3; ++a) EXPECT_EQ(10 * error.sum(a), 3 * until);
    }
}

TEST(InconsistentMoments, TheWeightsOverTAreTheDistanceToTheNearestPoint) {
    Herder herder{two_bits, ExactMoments{impossible}, Exhaustive{}};
    const std::vector<std::int64_t> away = {-1, -1, 2};  // 10 n
    for (const auto& step : herder.steps(10'000)) {
        for (std::size_t a = 0; a < 3; ++a) {
            ASSERT_LE(std::abs(step.weights[a] - step.t * away[a]), 10) << "step " << step.t;
        }
        if (step.t % 1'000 == 0) {
            for (std::size_t a = 0; a < 3; ++a) ASSERT_EQ(step.weights[a], step.t * away[a]);
        }
    }
}

TEST(InconsistentMoments, TheMarginsTurnPositiveForGood) {
    Herder herder{two_bits, ExactMoments{impossible}, Exhaustive{}};
    MarginWatch margins;
    WeightBound bound{3};
    run(herder, {.steps = 10'000, .burn_in = 100}, margins, bound);
    EXPECT_EQ(margins.result().positive, 10'000);
    EXPECT_EQ(margins.result().first_positive, 101);
    EXPECT_NEAR(bound.result().norm_per_step, std::sqrt(0.06), 1e-3);
}

TEST(InconsistentMoments, ATriangleIsLeftAcrossTheNearestEdge) {
    const Moments corner{{}, {1, 1}, 1};
    const StateTable triangle{{0, 0}, {1, 0}, {0, 1}};
    Herder herder{triangle, ExactMoments{corner}, Exhaustive{}};
    MomentError error{triangle, corner};
    run(herder, {.steps = 1}, error);
    EXPECT_EQ(herder.current().state, 0U);  // the tie of the first step
    MomentError later{triangle, corner};
    for (std::int64_t t = 1; t <= 1'000; ++t) {
        run(herder, {.steps = 1}, later);
        ASSERT_NE(herder.current().state, 0U);
        if (t % 2 == 0) {
            for (std::size_t a = 0; a < 2; ++a) ASSERT_EQ(2 * later.sum(a), t);
        }
    }
}

TEST(InconsistentMoments, ANeuronOfRateAboveOneFiresForEver) {
    neuron::RationalOrbit neuron{parse_rational("1.3")};
    EXPECT_EQ(neuron.step().state, 0U);  // w_0 = 0
    for (const auto& step : neuron.steps(1'000)) {
        ASSERT_EQ(step.state, 1U);
        ASSERT_TRUE(step.weights == 13 + 3 * (step.t - 1));  // tenths
        ASSERT_TRUE(step.margin > 0);
    }
}

TEST(InconsistentMoments, ANeuronOfRateBelowZeroIsSilentForEver) {
    neuron::RationalOrbit neuron{Rational(-1, 5), Rational(1, 2)};
    EXPECT_EQ(neuron.step().state, 1U);
    for (const auto& step : neuron.steps(1'000)) ASSERT_EQ(step.state, 0U);
}

}  // namespace
}  // namespace drover
