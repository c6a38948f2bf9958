#include <drover/dynamics/attractor_kind.hpp>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <drover/dynamics/bifurcation.hpp>

#include "tempered_tables.hpp"

namespace drover::dynamics {
namespace {

AttractorClass classified(const TemperedMap& map, double temperature) {
    const TemperedHerder orbit{map, {.temperature = temperature, .start = {0.05, 0.02}}};
    return classify_attractor(orbit, {.exponent_steps = 20'000});
}

TEST(AttractorKind, CycleHasTheExponentsOfItsMultipliers) {
    const AttractorClass found = classified(golden_table(), 0.2);
    ASSERT_EQ(found.kind, AttractorKind::cycle);
    EXPECT_EQ(found.cycle->period, 2);
    EXPECT_NEAR(found.spectrum.exponents[0], found.cycle->exponent(), 1e-12);
    EXPECT_EQ(found.spectrum.errors, (std::vector<double>{0, 0}));
}

TEST(AttractorKind, ChaosHasAnExponentAboveZeroBeyondItsError) {
    const AttractorClass found = classified(golden_table(), 0.0665675);
    EXPECT_EQ(found.kind, AttractorKind::chaos);
    EXPECT_GT(found.spectrum.exponents[0], 10 * found.spectrum.errors[0]);
    EXPECT_FALSE(found.rotation.has_value());
}

// 1 -> 2 -> torus: just below the threshold the orbit turns about both points of the cycle by the angle of
// the critical multipliers.
TEST(AttractorKind, TorusIsNamedAndTurnsAsTheMultipliersOfItsThreshold) {
    const TemperedMap map = random_table(2, 4, 2);
    const Bifurcation route = bifurcation(map, {.temperature_count = 0});
    ASSERT_EQ(route.end, RouteEnd::torus);
    const Threshold last = route.thresholds.back();
    ASSERT_EQ(last.kind, ThresholdKind::neimark_sacker);
    const TemperedHerder orbit{map, {.temperature = 1.001 * last.temperature, .start = {0.05, 0.02}}};
    const auto cycle = find_cycle(orbit);
    ASSERT_TRUE(cycle.has_value());
    ASSERT_EQ(cycle->period, last.period);
    TemperedHerder below = orbit;
    below.set_temperature(0.999 * last.temperature);
    const auto point = cycle->point(0);
    below.set_weights(std::vector<double>{point[0] + 0.01, point[1]});
    const AttractorClass found = classify_aperiodic(below, {.exponent_steps = 20'000});
    ASSERT_EQ(found.kind, AttractorKind::torus);
    ASSERT_TRUE(found.rotation.has_value());
    EXPECT_EQ(found.rotation->curve_count, 2);
    const double turn = std::abs(std::arg(cycle->multipliers[0])) / (2 * std::numbers::pi);
    EXPECT_NEAR(found.rotation->number, turn, 1e-3);
    EXPECT_NEAR(found.spectrum.exponents[0], 0, 1e-3);
}

TEST(AttractorKind, RotationNumberOfATorusIsTheSameFromAnotherStart) {
    const TemperedMap map = random_table(2, 4, 2);
    constexpr double temperature = 0.213273;
    TemperedHerder orbit{map, {.temperature = temperature, .start = {0.05, 0.02}}};
    for (int t = 0; t < 5'000; ++t) orbit.step();
    const AttractorClass one = classify_aperiodic(orbit, {.exponent_steps = 10'000});
    for (int t = 0; t < 777; ++t) orbit.step();
    const AttractorClass two = classify_aperiodic(orbit, {.exponent_steps = 11'000});
    ASSERT_TRUE(one.rotation && two.rotation);
    EXPECT_EQ(one.rotation->curve_count, two.rotation->curve_count);
    EXPECT_NEAR(one.rotation->number, two.rotation->number, 1e-9);
}

TEST(AttractorKind, HasNames) {
    EXPECT_EQ(name(AttractorKind::cycle), "cycle");
    EXPECT_EQ(name(AttractorKind::torus), "torus");
    EXPECT_EQ(name(AttractorKind::chaos), "chaos");
    EXPECT_EQ(name(AttractorKind::undecided), "undecided");
}

}  // namespace
}  // namespace drover::dynamics
