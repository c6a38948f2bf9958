// As the temperature falls, herding at a temperature leaves its fixed point for cycles of period 2, 4, 8, ...
// and becomes aperiodic below a threshold (Chen & Welling 2016, "Learning MRFs with Herding"). The paper's
// own example has random features that it does not list; here the first threshold is in closed form, a fixed
// table has its full cascade, and not every table has one: some become a torus.
#include <drover/dynamics/bifurcation.hpp>
#include <drover/dynamics/lyapunov.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include "tempered_tables.hpp"

namespace drover {
namespace {

std::int64_t period_from(const TemperedMap& map, double temperature, const std::vector<double>& start) {
    const auto cycle =
        dynamics::find_cycle(TemperedHerder{map, {.temperature = temperature, .start = start}});
    return cycle ? cycle->period : 0;
}

TEST(BifurcationOfANeuron, TheFirstThresholdIsHalfTheVariance) {
    EXPECT_NEAR(maximum_likelihood(neuron_map(0.5)).first_threshold, 0.125, 1e-15);
    EXPECT_NEAR(maximum_likelihood(neuron_map(0.3)).first_threshold, 0.105, 1e-14);
}

TEST(BifurcationOfANeuron, BelowItTwoPointsSolveTheTanhEquation) {
    const auto cycle =
        dynamics::find_cycle(TemperedHerder{neuron_map(0.5), {.temperature = 0.1, .start = {0.01}}});
    ASSERT_TRUE(cycle.has_value());
    ASSERT_EQ(cycle->period, 2);
    const double a = std::abs(cycle->points[0]);
    EXPECT_NEAR(a, 0.1776029459, 1e-10);
    EXPECT_NEAR(4 * a, std::tanh(a / 0.2), 1e-12);
    EXPECT_NEAR(cycle->points[0] + cycle->points[1], 0, 1e-12);
}

TEST(BifurcationOfANeuron, RateOneHalfStaysAtPeriodTwo) {
    const dynamics::Bifurcation found =
        dynamics::bifurcation(neuron_map(0.5), {.lowest = 0.02, .temperature_count = 10});
    ASSERT_EQ(found.thresholds.size(), 1U);
    EXPECT_FALSE(found.t_inf.has_value());
    EXPECT_EQ(found.route, "1 -> 2 down to T = 0.02");
}

TEST(BifurcationOfATable, HasTheThresholdsOfItsCovariance) {
    const MaximumLikelihood found = maximum_likelihood(golden_table());
    EXPECT_NEAR(found.theta[0], 0, 1e-14);
    EXPECT_NEAR(found.theta[1], 0, 1e-14);
    EXPECT_NEAR(found.largest_eigenvalue, 0.66567547, 5e-9);
    EXPECT_NEAR(found.first_threshold, 0.3328377325, 5e-11);
}

TEST(BifurcationOfATable, DoublesItsPeriodOnTheWayDown) {
    const std::vector<double> start{0.05, 0.02};
    EXPECT_EQ(period_from(golden_table(), 0.335, start), 1);
    EXPECT_EQ(period_from(golden_table(), 0.330, start), 2);
    EXPECT_EQ(period_from(golden_table(), 0.115, start), 4);
    EXPECT_EQ(period_from(golden_table(), 0.090, start), 8);
    EXPECT_EQ(period_from(golden_table(), 0.085, start), 0);
    EXPECT_EQ(period_from(golden_table(), 0.080, start), 6);
}

TEST(BifurcationOfATable, ItsCascadeHasFeigenbaumsRatio) {
    const dynamics::Bifurcation found =
        dynamics::bifurcation(golden_table(), {.temperature_count = 30, .exponent_steps = 20'000});
    ASSERT_EQ(found.thresholds.size(), 10U);
    for (std::size_t i = 0; i < 10; ++i) {
        EXPECT_EQ(found.thresholds[i].kind, dynamics::ThresholdKind::flip);
        EXPECT_EQ(found.thresholds[i].period, std::int64_t{1} << i);
    }
    EXPECT_NEAR(found.thresholds[0].temperature, 0.3328377325, 5e-11);
    EXPECT_NEAR(found.thresholds[1].temperature, 0.144547737705, 1e-11);
    EXPECT_NEAR(found.thresholds[9].gap_ratio.value(), 4.6692, 1e-3);
    EXPECT_NEAR(found.t_inf.value(), 0.10567485161, 1e-10);
    EXPECT_EQ(
        found.route,
        "1 -> 2 -> 4 -> 8 -> ... -> 512 -> ... by period doubling, which ends at T = 0.10567485161 +- 1e-11");
}

// Two attractors at once: besides the cascade there is a second cycle of period 2 with its own thresholds.
TEST(BifurcationOfATable, HasASecondBranchBesideTheCascade) {
    const dynamics::Bifurcation found = dynamics::bifurcation(
        golden_table(),
        {.lowest = 0.07, .temperature_count = 60, .starts = {{0.05, 0.02}}, .exponent_steps = 20'000});
    const auto second =
        std::find_if(found.windows.begin(), found.windows.end(),
                     [](const dynamics::PeriodicWindow& window) { return window.period == 2; });
    ASSERT_NE(second, found.windows.end());
    ASSERT_TRUE(second->above && second->below);
    EXPECT_EQ(second->above->kind, dynamics::ThresholdKind::fold);
    EXPECT_NEAR(second->above->temperature, 0.190862570061, 1e-10);
    EXPECT_NEAR(second->below->temperature, 0.115978494086, 1e-10);
}

TEST(BifurcationOfATable, BelowTheCascadeItIsChaoticWithPeriodicWindows) {
    const TemperedHerder orbit{golden_table(), {.temperature = 0.07, .start = {0.05, 0.02}}};
    EXPECT_FALSE(dynamics::find_cycle(orbit).has_value());
    const auto spectrum = dynamics::lyapunov_spectrum(orbit);
    EXPECT_GT(spectrum.exponents[0], 10 * spectrum.errors[0]);
}

TEST(BifurcationOfATable, SomeGoThroughATorus) {
    const TemperedMap map = random_table(2, 4, 2);
    const dynamics::Bifurcation found =
        dynamics::bifurcation(map, {.temperature_count = 10, .exponent_steps = 20'000});
    EXPECT_EQ(found.route, "1 -> 2 -> torus");
    ASSERT_EQ(found.thresholds.size(), 2U);
    EXPECT_EQ(found.thresholds[1].kind, dynamics::ThresholdKind::neimark_sacker);
    EXPECT_FALSE(found.t_inf.has_value());
    // Just below it the orbit neither closes nor spreads: the exponent is zero.
    const double below = 0.995 * found.thresholds[1].temperature;
    const TemperedHerder orbit{map, {.temperature = below, .start = {0.05, 0.02}}};
    EXPECT_FALSE(dynamics::find_cycle(orbit, {.max_period = 64}).has_value());
    const auto spectrum = dynamics::lyapunov_spectrum(orbit, {.burn_in = 20'000, .steps = 20'000});
    EXPECT_NEAR(spectrum.exponents[0], 0, 1e-3);
}

TEST(BifurcationOfATable, ManyTablesDoubleAndManyDoNot) {
    int doubling = 0;
    int torus = 0;
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        const dynamics::Bifurcation found =
            dynamics::bifurcation(random_table(seed, 4, 2), {.temperature_count = 0});
        if (found.t_inf) ++doubling;
        if (found.thresholds.back().kind == dynamics::ThresholdKind::neimark_sacker) ++torus;
    }
    EXPECT_GE(doubling, 12);
    EXPECT_GE(torus, 4);
}

}  // namespace
}  // namespace drover
