#include <gtest/gtest.h>

#include <map>
#include <vector>

#include <drover/dynamics/period.hpp>
#include <drover/finite/dual_herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/neuron/neuron.hpp>

#include "exact_models.hpp"
#include "expect.hpp"
#include "random_models.hpp"

namespace drover::dynamics {
namespace {

// Remembers all weights and looks each up.
template <class O>
Period remembered_period(O orbit) {
    std::map<std::vector<std::int64_t>, std::int64_t> seen;
    for (std::int64_t t = 0;; ++t) {
        std::vector<std::int64_t> weights;
        for (std::size_t a = 0; a < orbit.current().weights.size(); ++a)
            weights.push_back(orbit.current().weights[a]);
        const auto [place, is_new] = seen.emplace(weights, t);
        if (!is_new) return {.preperiod = place->second, .period = t - place->second};
        orbit.step();
    }
}

TEST(FindPeriod, AgreesWithALookUpOfAllWeights) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        testing::Dice dice{seed};
        const StateTable table = random_table(dice, 4, 2, 5);
        const Moments moments = random_moments(dice, table);
        const DriveOptions drive{
            .eta = 1, .rates = {}, .start = std::vector<Rational>{dice.roll(-30, 30), dice.roll(-30, 30)}};
        const DualHerder dual{table, moments, drive};
        const Period expected = remembered_period(dual);
        EXPECT_EQ(find_period(dual), expected) << "seed " << seed;
        const Herder lazy{table, ExactMoments{moments, drive}, Exhaustive{}};
        EXPECT_EQ(find_period(lazy), expected) << "seed " << seed;
    }
}

TEST(FindPeriod, LeavesTheTransientOut) {
    const neuron::RationalOrbit neuron{Rational{2, 7}, 5};
    const std::int64_t preperiod = find_period(neuron)->preperiod;
    ASSERT_GT(preperiod, 3);
    EXPECT_EQ(find_period(neuron, {.burn_in = 3}), (Period{.preperiod = preperiod - 3, .period = 7}));
    EXPECT_EQ(find_period(neuron, {.burn_in = 100}), (Period{.preperiod = 0, .period = 7}));
}

TEST(FindPeriod, FindsThePeriodOfTheLimitAndNoLongerOne) {
    const neuron::RationalOrbit neuron{Rational{13, 100}};
    EXPECT_EQ(find_period(neuron, {.max_period = 100}), (Period{.preperiod = 0, .period = 100}));
    EXPECT_FALSE(find_period(neuron, {.max_period = 99}));
}

TEST(FindPeriod, OfOneStateIsOne) {
    const DualHerder herder{StateTable{{3, -2}}, Moments{.names = {}, .counts = {3, -2}, .total = 1}};
    EXPECT_EQ(find_period(herder), (Period{.preperiod = 0, .period = 1}));
}

TEST(FindPeriod, FindsNoneForWeightsThatRunAway) {
    const neuron::RationalOrbit neuron{Rational{3, 2}};
    EXPECT_FALSE(find_period(neuron, {.max_period = 1'000}));
}

TEST(FindPeriod, RefusesWhatTheOrbitCannotDo) {
    EXPECT_INPUT_ERROR(find_period(neuron::GoldenOrbit{}, {.max_period = 0}),
                       "find_period: expected a burn_in of at least 0 and a max_period above 0");
    const neuron::RationalOrbit neuron{Rational{1, 2}, 0, {.max_steps = 50}};
    EXPECT_INPUT_ERROR(find_period(neuron, {.burn_in = 10, .max_period = 14}),
                       "find_period: may need 10 + 3 * 14 steps, but only 50 are left; raise max_steps");
    EXPECT_TRUE(find_period(neuron, {.burn_in = 10, .max_period = 13}));
}

TEST(FindPeriod, OfAModelIsThatOfItsHerder) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        testing::Dice dice{seed};
        const StateTable table = random_table(dice, 5, 2, 7);
        const Moments moments = random_moments(dice, table);
        EXPECT_EQ(find_period(testing::exact_model(table, moments)), find_period(DualHerder{table, moments}));
    }
}

TEST(FindPeriod, IsMissingWhenItIsStopped) {
    StopFlag flag;
    PeriodOptions options{.control = {.stop = &flag}};
    std::int64_t told = 0;
    options.control.progress = [&](std::int64_t done) {
        told = done;
        if (done == 5'120) flag.request_stop();
    };
    const neuron::RationalOrbit neuron{Rational{1, 100'003}};
    EXPECT_FALSE(find_period(neuron, options));
    EXPECT_EQ(told, 5 * 1024);
}

}  // namespace
}  // namespace drover::dynamics
