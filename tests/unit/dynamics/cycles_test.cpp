#include <drover/dynamics/cycles.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tempered_tables.hpp"

namespace drover::dynamics {
namespace {

// The slow obvious way: wait long, then compare.
std::int64_t period_by_waiting(const TemperedMap& map, double temperature) {
    TemperedHerder orbit{map, {.temperature = temperature, .start = {0.05, 0.02}}};
    for (int t = 0; t < 200'000; ++t) orbit.step();
    const auto now = orbit.current().weights;
    const std::vector<double> from(now.begin(), now.end());
    for (std::int64_t p = 1; p <= 64; ++p) {
        const auto w = orbit.step().weights;
        if (std::abs(w[0] - from[0]) < 1e-9 && std::abs(w[1] - from[1]) < 1e-9) return p;
    }
    return 0;
}

TEST(FindCycle, FindsThePeriodThatWaitingFinds) {
    for (const double temperature : {0.4, 0.3, 0.2, 0.15, 0.125, 0.115, 0.1, 0.09, 0.08, 0.07, 0.05}) {
        TemperedHerder orbit{golden_table(), {.temperature = temperature, .start = {0.05, 0.02}}};
        const auto cycle = find_cycle(orbit);
        EXPECT_EQ(cycle ? cycle->period : 0, period_by_waiting(golden_table(), temperature)) << temperature;
    }
}

TEST(FindCycle, ItsPointsFollowOneAnother) {
    const TemperedMap map = golden_table();
    const auto cycle = find_cycle(TemperedHerder{map, {.temperature = 0.08, .start = {0.05, 0.02}}});
    ASSERT_TRUE(cycle.has_value());
    ASSERT_EQ(cycle->period, 6);
    ASSERT_EQ(cycle->points.size(), 12U);
    TemperedHerder orbit{map, {.temperature = 0.08, .start = {cycle->points[0], cycle->points[1]}}};
    for (std::size_t i = 1; i <= 6; ++i) {
        const auto w = orbit.step().weights;
        EXPECT_NEAR(w[0], cycle->point(i % 6)[0], 1e-12);
        EXPECT_NEAR(w[1], cycle->point(i % 6)[1], 1e-12);
    }
    EXPECT_LT(cycle->exponent(), 0);
}

TEST(FindCycle, LeavesAnUnstableFixedPointOnlyIfPushed) {
    const auto pushed = find_cycle(TemperedHerder{neuron_map(0.5), {.temperature = 0.1, .start = {1e-9}}});
    ASSERT_TRUE(pushed.has_value());
    EXPECT_EQ(pushed->period, 2);
    EXPECT_FALSE(find_cycle(TemperedHerder{neuron_map(0.5), {.temperature = 0.1}}).has_value());
}

TEST(FindCycle, EndsWhereNoCycleIsShortEnough) {
    const TemperedHerder orbit{golden_table(), {.temperature = 0.08, .start = {0.05, 0.02}}};
    EXPECT_FALSE(find_cycle(orbit, {.max_steps = 50'000, .max_period = 2}).has_value());
}

TEST(PolishCycle, FindsUnstableCyclesToo) {
    const auto fixed = polish_cycle(neuron_map(0.5), 0.1, 1, std::vector<double>{0.01});
    ASSERT_TRUE(fixed.has_value());
    EXPECT_NEAR(fixed->points[0], 0, 1e-13);
    EXPECT_NEAR(fixed->spectral_radius(), 1.5, 1e-12);  // |1 - (1/4) / 0.1|
    EXPECT_FALSE(fixed->is_stable());
}

TEST(PolishCycle, RefusesACycleOfADivisor) {
    EXPECT_FALSE(polish_cycle(neuron_map(0.5), 0.1, 2, std::vector<double>{1e-4}).has_value());
}

}  // namespace
}  // namespace drover::dynamics
