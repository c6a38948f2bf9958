#include <drover/dynamics/bifurcation.hpp>

#include <algorithm>
#include <cmath>

#include <drover/dynamics/impl/cascade.hpp>

#include "expect.hpp"
#include "tempered_tables.hpp"

namespace drover::dynamics {
namespace {

TEST(Bifurcation, TheSameForAnyNumberOfThreads) {
    const BifurcationOptions options{.temperature_count = 10, .max_period = 32, .exponent_steps = 1'000};
    ThreadPool pool{3};
    const Bifurcation one = bifurcation(golden_table(), options);
    const Bifurcation three = bifurcation(golden_table(), options, &pool);
    ASSERT_EQ(one.periods.size(), three.periods.size());
    for (std::size_t i = 0; i < one.periods.size(); ++i) {
        EXPECT_EQ(one.periods[i].period, three.periods[i].period);
        EXPECT_EQ(one.periods[i].kind, three.periods[i].kind);
        EXPECT_EQ(one.periods[i].spectrum, three.periods[i].spectrum);
        EXPECT_EQ(one.periods[i].spectrum_errors, three.periods[i].spectrum_errors);
        EXPECT_EQ(one.periods[i].other_periods, three.periods[i].other_periods);
        EXPECT_EQ(one.periods[i].points, three.periods[i].points);
    }
    ASSERT_EQ(one.windows.size(), three.windows.size());
    EXPECT_EQ(one.route, three.route);
}

TEST(Bifurcation, TellsEveryAttractorAndEndsAtTheLowestTemperature) {
    std::vector<std::int64_t> told;
    BifurcationOptions options{
        .highest = 0.31, .lowest = 0.1, .temperature_count = 7, .exponent_steps = 1'000};
    options.control.progress = [&](std::int64_t done) { told.push_back(done); };
    ThreadPool pool{2};
    const Bifurcation found = bifurcation(golden_table(), options, &pool);
    ASSERT_EQ(told.size(), static_cast<std::size_t>(options.attractor_count()));
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_EQ(told.back(), 70);
    EXPECT_EQ(found.periods.front().temperature, 0.31);
    EXPECT_EQ(found.periods.back().temperature, 0.1);
    EXPECT_EQ(found.highest, 0.31);
    EXPECT_EQ(found.lowest, 0.1);
    EXPECT_EQ(found.t_1, found.thresholds.front().temperature);
    EXPECT_FALSE(found.stopped);
}

TEST(Bifurcation, StopsInsideTheCascade) {
    StopFlag source;
    source.request_stop();
    const Bifurcation found = bifurcation(neuron_map(0.5), {.control = {.stop = &source}});
    EXPECT_TRUE(found.stopped);
    EXPECT_TRUE(found.thresholds.empty());
    EXPECT_TRUE(found.periods.empty());
}

TEST(Bifurcation, StopsWhereItIsAskedTo) {
    StopFlag source;
    BifurcationOptions options{.temperature_count = 7, .control = {.stop = &source}};
    options.control.progress = [&](std::int64_t done) {
        if (done == 5) source.request_stop();
    };
    const Bifurcation found = bifurcation(golden_table(), options);
    EXPECT_TRUE(found.stopped);
    EXPECT_FALSE(found.thresholds.empty());
    EXPECT_TRUE(found.periods.empty());
    EXPECT_TRUE(found.windows.empty());
}

// Whatever else is stable there: the first sweep begins on the route, and no window is a piece of it.
TEST(Bifurcation, FirstSweepIsOnTheRouteBelowTheFirstThreshold) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const TemperedMap map = seed == 0 ? golden_table() : random_table(seed, 4, 2);
        const Bifurcation all =
            bifurcation(map, {.temperature_count = 2, .max_period = 8, .exponent_steps = 100});
        for (std::size_t n = 0; n + 1 < all.thresholds.size() && n < 2; ++n) {
            if (all.thresholds[n + 1].period != 2 * all.thresholds[n].period) break;
            const double middle = (all.thresholds[n].temperature + all.thresholds[n + 1].temperature) / 2;
            const BifurcationOptions options{.highest = middle,
                                             .lowest = 0.99 * middle,
                                             .temperature_count = 4,
                                             .max_period = 8,
                                             .exponent_steps = 100};
            const Bifurcation part = bifurcation(map, options);
            EXPECT_EQ(part.periods[0].period, all.thresholds[n + 1].period) << seed << " " << n;
            for (const PeriodicWindow& window : part.windows) {
                for (const Threshold& threshold : all.thresholds) {
                    EXPECT_FALSE(window.below &&
                                 std::abs(window.below->temperature - threshold.temperature) < 1e-10);
                }
            }
        }
    }
}

// The flip of 256 cannot be followed; below the limit a cycle of another period is stable.
TEST(Bifurcation, FirstCascadeHasItsLimitAndCyclesBelowItAreWindows) {
    const Bifurcation found =
        bifurcation(random_table(278, 5, 2), {.temperature_count = 2, .exponent_steps = 100});
    ASSERT_GE(found.cascades.size(), 2U);
    EXPECT_EQ(found.cascades[0].periods, (std::vector<std::int64_t>{1, 2, 4, 8, 16, 32, 64, 128, 256}));
    EXPECT_EQ(found.cascades[1].periods.front(), 40);
    ASSERT_TRUE(found.t_inf.has_value());
    EXPECT_EQ(found.t_inf, found.cascades[0].limit);
    EXPECT_LT(*found.t_inf, found.thresholds[8].temperature);
    EXPECT_GT(*found.t_inf, found.thresholds[9].temperature);
    for (std::size_t i = 0; i < found.thresholds.size(); ++i)
        EXPECT_EQ(found.thresholds[i].cascade == 0, i <= 8) << i;
    ASSERT_TRUE(found.t_inf_error.has_value());
    EXPECT_LT(*found.t_inf_error, 1e-6);
    EXPECT_EQ(found.end, RouteEnd::doubling);
    EXPECT_EQ(
        found.route.rfind("1 -> 2 -> 4 -> 8 -> ... -> 256 -> ... by period doubling, which ends at T = ", 0),
        0U);
    EXPECT_EQ(found.route.find("40"), std::string::npos) << found.route;
    const auto window = std::find_if(found.windows.begin(), found.windows.end(),
                                     [](const PeriodicWindow& one) { return 40 % one.period == 0; });
    ASSERT_NE(window, found.windows.end());
    ASSERT_TRUE(window->above && window->below);
    EXPECT_LT(window->above->temperature, *found.t_inf);
    EXPECT_LT(window->below->temperature, window->above->temperature);
}

// Whatever the table: no window ends before it begins, and every temperature has a name.
TEST(Bifurcation, WindowsHaveTheirEndsInOrderAndNamesAddUp) {
    for (const std::uint64_t seed : {2U, 19U}) {
        const BifurcationOptions options{
            .temperature_count = 15, .max_period = 32, .exponent_steps = 1'000, .max_windows = 3};
        const Bifurcation found = bifurcation(random_table(seed, 4, 2), options);
        for (const PeriodicWindow& window : found.windows) {
            if (window.above && window.below) {
                EXPECT_LT(window.below->temperature, window.above->temperature) << seed;
            }
        }
        for (const PeriodAt& at : found.periods) {
            EXPECT_EQ(at.kind == AttractorKind::cycle, at.period.has_value()) << at.temperature;
            EXPECT_EQ(at.rotation.has_value() && at.kind != AttractorKind::torus, false);
            EXPECT_EQ(at.spectrum.size(), 2U);
            EXPECT_EQ(at.spectrum_errors.size(), 2U);
        }
    }
}

// Flips at 1 and 2, then a cycle of period 16, whose own cascade has a limit.
TEST(Bifurcation, LimitIsThatOfTheFirstCascadeWithOne) {
    const Bifurcation found =
        bifurcation(random_table(201, 4, 2), {.temperature_count = 2, .exponent_steps = 100});
    ASSERT_EQ(found.cascades.size(), 2U);
    EXPECT_EQ(found.cascades[0].periods, (std::vector<std::int64_t>{1, 2}));
    EXPECT_FALSE(found.cascades[0].limit.has_value());
    EXPECT_EQ(found.cascades[1].periods.front(), 16);
    EXPECT_TRUE(found.t_inf.has_value());
    EXPECT_EQ(found.t_inf, found.cascades[1].limit);
}

TEST(Bifurcation, PointsAreThoseOfTheAttractor) {
    const Bifurcation found = bifurcation(
        golden_table(), {.lowest = 0.08, .temperature_count = 12, .exponent_steps = 5'000, .point_count = 7});
    for (const PeriodAt& at : found.periods) {
        const std::int64_t count = at.period.value_or(7);
        EXPECT_EQ(at.points.size(), static_cast<std::size_t>(2 * count));
        EXPECT_EQ(at.lyapunov < 0, at.period.has_value()) << at.temperature;
    }
}

TEST(Bifurcation, CollinearFeaturesAreTheNeuronAlongTheirLine) {
    // phi = x (1, 2): the neuron with features sqrt(5) apart, so temperatures are 5 times as high.
    const TemperedMap line{RealStateTable{{0.0, 0.0}, {1.0, 2.0}}, {0.3, 0.6}};
    const Bifurcation one = bifurcation(neuron_map(0.3), {.temperature_count = 5, .max_period = 64});
    const Bifurcation two = bifurcation(line, {.temperature_count = 5, .max_period = 64});
    ASSERT_EQ(one.thresholds.size(), two.thresholds.size());
    for (std::size_t i = 0; i < one.thresholds.size(); ++i)
        EXPECT_NEAR(two.thresholds[i].temperature, 5 * one.thresholds[i].temperature, 1e-10);
    EXPECT_EQ(two.theta_mle.size(), 2U);
    ASSERT_EQ(two.periods.size(), 5U);
    EXPECT_EQ(two.periods[0].points.size(), 2U);
    EXPECT_NEAR(two.periods[0].points[1], 2 * two.periods[0].points[0], 1e-12);
}

TEST(Bifurcation, OneStateHasNothingToBifurcate) {
    const Bifurcation found = bifurcation({RealStateTable{{1.0, 2.0}}, {1, 2}});
    EXPECT_EQ(found.status, LikelihoodStatus::found);
    EXPECT_TRUE(found.thresholds.empty());
    EXPECT_EQ(found.route, "1 at every temperature: all states are equal");
}

TEST(Bifurcation, SaysInWordsThatMomentsOnAVertexHaveNoFixedPoint) {
    const Bifurcation found = bifurcation(neuron_map(1));
    EXPECT_EQ(found.status, LikelihoodStatus::boundary);
    EXPECT_TRUE(found.theta_mle.empty());
    EXPECT_TRUE(found.thresholds.empty());
    EXPECT_EQ(
        found.route,
        "the moments are on the boundary of the hull of the states: the maximum-likelihood parameters are "
        "infinite, and the map has no fixed point");
    EXPECT_EQ(bifurcation(neuron_map(1.5)).status, LikelihoodStatus::outside);
}

TEST(Bifurcation, RefusesWhatMakesNoSense) {
    EXPECT_INPUT_ERROR(bifurcation(neuron_map(0.5), {.highest = 0.1, .lowest = 0.2}),
                       "bifurcation: lowest temperature 0.2 is above the highest 0.1");
    EXPECT_INPUT_ERROR(bifurcation(neuron_map(0.5), {.lowest = 0}),
                       "temperature: expected a number above zero, got 0");
    EXPECT_INPUT_ERROR(bifurcation(neuron_map(0.5), {.starts = {{1, 2}}}),
                       "bifurcation: start (2) and features (1) must have the same size");
    EXPECT_INPUT_ERROR(bifurcation(neuron_map(0.5), {.point_count = -1}),
                       "bifurcation: expected max_steps and a point_count of at least 0, got -1");
}

TEST(AccumulationPoint, OfAGeometricCascadeIsItsLimit) {
    constexpr double feigenbaum = 4.66920160910299067;
    std::vector<Threshold> thresholds;
    for (int i = 0; i < 6; ++i)
        thresholds.push_back({ThresholdKind::flip, std::int64_t{1} << i, 0.5 + std::pow(feigenbaum, -i)});
    impl::set_gap_ratios(thresholds);
    EXPECT_FALSE(thresholds[1].gap_ratio.has_value());
    EXPECT_NEAR(thresholds[2].gap_ratio.value(), feigenbaum, 1e-9);
    EXPECT_NEAR(impl::accumulation_point(thresholds).value().limit, 0.5, 1e-12);
    EXPECT_LT(impl::accumulation_point(thresholds).value().error, 1e-9);
}

TEST(AccumulationPoint, IsRefusedWhereTheRatiosAreNotFeigenbaums) {
    std::vector<Threshold> thresholds;
    for (int i = 0; i < 6; ++i)
        thresholds.push_back({ThresholdKind::flip, std::int64_t{1} << i, 0.5 + std::pow(4.5, -i)});
    impl::set_gap_ratios(thresholds);
    EXPECT_FALSE(impl::accumulation_point(thresholds).has_value());
    thresholds.resize(3);
    EXPECT_FALSE(impl::accumulation_point(thresholds).has_value());
    // A jump to another branch: the period does not double.
    std::vector<Threshold> jump{
        {ThresholdKind::flip, 1, 4}, {ThresholdKind::flip, 2, 3}, {ThresholdKind::flip, 6, 2}};
    impl::set_gap_ratios(jump);
    EXPECT_FALSE(jump[2].gap_ratio.has_value());
}

}  // namespace
}  // namespace drover::dynamics
