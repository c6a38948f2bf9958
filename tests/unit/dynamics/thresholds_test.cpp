#include <drover/dynamics/thresholds.hpp>

#include <cmath>

#include "expect.hpp"
#include "tempered_tables.hpp"

namespace drover::dynamics {
namespace {

Cycle cycle_at(const TemperedMap& map, double temperature, const std::vector<double>& start) {
    const auto cycle = find_cycle(TemperedHerder{map, {.temperature = temperature, .start = start}});
    if (!cycle) throw std::runtime_error("no cycle");
    return *cycle;
}

TEST(FollowCycle, TheFixedPointOfANeuronFlipsAtHalfItsVariance) {
    for (const double rate : {0.5, 0.3, 0.1}) {
        const Branch branch = follow_cycle(neuron_map(rate), cycle_at(neuron_map(rate), 0.2, {0.01}), 0.01);
        ASSERT_TRUE(branch.threshold.has_value());
        EXPECT_EQ(branch.threshold->kind, ThresholdKind::flip);
        EXPECT_EQ(branch.threshold->period, 1);
        EXPECT_NEAR(branch.threshold->temperature, rate * (1 - rate) / 2, 1e-13);
    }
}

TEST(FollowCycle, ADoubledCycleGoesBackToTheFlipItCameFrom) {
    const TemperedMap map = golden_table();
    const Cycle doubled = cycle_at(map, 0.1, {0.05, 0.02});
    ASSERT_EQ(doubled.period, 4);
    const Branch up = follow_cycle(map, doubled, 0.3);
    ASSERT_TRUE(up.threshold.has_value());
    EXPECT_EQ(up.threshold->kind, ThresholdKind::flip);
    EXPECT_EQ(up.threshold->period, 2);
    const auto half = polish_cycle(map, 0.12, 2, up.last.point(0));
    ASSERT_TRUE(half.has_value());
    const Branch down = follow_cycle(map, *half, 0.05);
    ASSERT_TRUE(down.threshold.has_value());
    EXPECT_NEAR(down.threshold->temperature, up.threshold->temperature, 1e-11);
}

// The golden table has a second cycle of period 2, born with an unstable one.
TEST(FollowCycle, FindsTheFoldWhereACycleIsBorn) {
    const TemperedMap map = golden_table();
    const Cycle other = cycle_at(map, 0.1, {0.05, 0.02});
    const Branch up = follow_cycle(map, other, 0.3);
    ASSERT_TRUE(up.threshold.has_value());
    EXPECT_EQ(up.threshold->period, 2);
    const auto half = polish_cycle(map, 0.12, 2, up.last.point(0));
    ASSERT_TRUE(half.has_value());
    const Branch fold = follow_cycle(map, *half, 0.3);
    ASSERT_TRUE(fold.threshold.has_value());
    EXPECT_EQ(fold.threshold->kind, ThresholdKind::fold);
    EXPECT_NEAR(fold.threshold->temperature, 0.190862570061, 1e-10);
    EXPECT_NEAR(fold.last.multipliers[0].real(), 1, 1e-3);
    // Nothing is left of it above.
    EXPECT_FALSE(polish_cycle(map, 0.1909, 2, fold.last.point(0)).has_value());
}

TEST(FollowCycle, FindsWhereACycleBecomesATorus) {
    const TemperedMap map = random_table(2, 4, 2);
    const Branch branch = follow_cycle(map, cycle_at(map, 0.3, {0.1, 0.05}), 0.1);
    ASSERT_TRUE(branch.threshold.has_value());
    EXPECT_EQ(branch.threshold->kind, ThresholdKind::neimark_sacker);
    EXPECT_EQ(branch.threshold->period, 2);
    const auto at = polish_cycle(map, branch.threshold->temperature, 2, branch.last.point(0));
    ASSERT_TRUE(at.has_value());
    EXPECT_NEAR(std::abs(at->multipliers[0]), 1, 1e-10);
    EXPECT_NEAR(std::abs(at->multipliers[1]), 1, 1e-10);
    EXPECT_GT(std::abs(at->multipliers[0].imag()), 1e-3);
}

// Three features: the pair is found among three multipliers.
TEST(FollowCycle, EveryThresholdHasItsMultipliersAlsoForThreeFeatures) {
    int found = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const TemperedMap map = random_table(seed, 6, 3);
        TemperedHerder orbit{map, {.temperature = 0.25, .start = {0.1, 0.05, -0.1}}};
        const auto cycle = find_cycle(orbit);
        if (!cycle) continue;
        const Branch branch = follow_cycle(map, *cycle, 0.02);
        if (!branch.threshold) continue;
        ++found;
        const std::complex<double> critical = branch.last.multipliers[0];
        switch (branch.threshold->kind) {
            case ThresholdKind::flip:
                EXPECT_NEAR(critical.real(), -1, 1e-9) << seed;
                break;
            case ThresholdKind::fold:
                EXPECT_NEAR(critical.real(), 1, 1e-2) << seed;
                break;
            case ThresholdKind::neimark_sacker:
                EXPECT_NEAR(std::abs(critical), 1, 1e-9) << seed;
                EXPECT_GT(std::abs(critical.imag()), 1e-6) << seed;
                break;
        }
    }
    EXPECT_GE(found, 4);
}

// One of three with equal moments: by symmetry both multipliers of the fixed point reach -1 together.
TEST(FollowCycle, FindsThresholdsOfTwoMultipliersAtOnce) {
    const double height = std::sqrt(3.0) / 2;
    const TemperedMap map{RealStateTable{{1.0, 0.0}, {-0.5, height}, {-0.5, -height}}, {0, 0}};
    const Branch branch = follow_cycle(map, cycle_at(map, 0.3, {0.01, 0.02}), 0.1);
    ASSERT_TRUE(branch.threshold.has_value());
    EXPECT_EQ(branch.threshold->kind, ThresholdKind::flip);
    EXPECT_NEAR(branch.threshold->temperature, 0.25, 1e-9);  // variance 1/2 along every direction
}

TEST(FollowCycle, StopsAtItsGoal) {
    const TemperedMap map = golden_table();
    const Branch branch = follow_cycle(map, cycle_at(map, 0.3, {0.01, 0.01}), 0.25);
    EXPECT_FALSE(branch.threshold.has_value());
    EXPECT_FALSE(branch.is_lost);
    EXPECT_EQ(branch.last.temperature, 0.25);
}

TEST(FollowCycle, RefusesAnUnstableCycle) {
    const auto fixed = polish_cycle(neuron_map(0.5), 0.1, 1, std::vector<double>{0.01});
    EXPECT_INPUT_ERROR(follow_cycle(neuron_map(0.5), *fixed, 0.05), "follow_cycle: expected a stable cycle");
}

}  // namespace
}  // namespace drover::dynamics
