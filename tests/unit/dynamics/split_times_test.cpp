#include <gtest/gtest.h>

#include <cmath>

#include <drover/dynamics/split_times.hpp>
#include <drover/neuron/neuron.hpp>

#include "exact_models.hpp"
#include "expect.hpp"
#include "random_models.hpp"

namespace drover::dynamics {
namespace {

using testing::exact_model;

ExactModel random_model(std::uint64_t seed) {
    testing::Dice dice{seed};
    const StateTable table = random_table(dice, 5, 2, 20'000);
    return exact_model(table, random_moments(dice, table));
}

TEST(SplitTime, IsTheFirstStepWithDifferentStates) {
    // At once where one fires and the other does not; after the first spike where one has more to give.
    EXPECT_EQ(
        split_time(neuron::RationalOrbit{Rational{1, 4}, 1}, neuron::RationalOrbit{Rational{1, 4}, 0}, 10),
        1);
    EXPECT_EQ(split_time(neuron::RationalOrbit{Rational{1, 4}, 1},
                         neuron::RationalOrbit{Rational{1, 4}, Rational{1, 2}}, 10),
              2);
}

TEST(SplitTime, IsMissingForOrbitsThatStayTogether) {
    const neuron::RationalOrbit neuron{Rational{1, 4}};
    EXPECT_FALSE(split_time(neuron, neuron, 1'000));
    EXPECT_FALSE(split_time(neuron, neuron::RationalOrbit{Rational{1, 4}, Rational{-1, 8}}, 1'000));
    EXPECT_FALSE(split_time(neuron, neuron::RationalOrbit{Rational{1, 4}, 1}, 0));
}

TEST(FindSplitTimes, GrowsLikeOneOverTheDistance) {
    const ExactModel model = random_model(0);
    const SplitTimes times = find_split_times(model, {.last_bits = 9, .pair_count = 51, .burn_in = 200});
    ASSERT_EQ(times.points.size(), 7U);
    EXPECT_EQ(times.fitted_count, 7U);
    EXPECT_EQ(times.points[0].distance, 2 * times.points[1].distance);
    for (std::size_t k = 1; k < times.points.size(); ++k)
        EXPECT_GT(times.points[k].median, times.points[k - 1].median);
    ASSERT_TRUE(times.exponent);
    EXPECT_GT(times.exponent->slope, -1.4);
    EXPECT_LT(times.exponent->slope, -0.7);
    EXPECT_EQ(SplitTimes::lyapunov, 0);
}

TEST(FindSplitTimes, IsTheSameForAnyThreadCount) {
    const ExactModel model = random_model(1);
    const SplitOptions options{.last_bits = 6, .pair_count = 20, .burn_in = 50, .seed = 7};
    ThreadPool pool{3};
    const SplitTimes alone = find_split_times(model, options);
    const SplitTimes shared = find_split_times(model, options, &pool);
    for (std::size_t k = 0; k < alone.points.size(); ++k) {
        EXPECT_EQ(alone.points[k].median, shared.points[k].median);
        EXPECT_EQ(alone.points[k].unsplit, shared.points[k].unsplit);
    }
}

// Copies of the states are never taken: they change nothing but the way the orbits are followed.
TEST(FindSplitTimes, IsTheSameForATableOfManyStates) {
    const ExactModel model = random_model(2);
    std::vector<std::int64_t> values;
    for (std::size_t s = 0; s < 300; ++s) {
        const auto row = model.features().row(s % model.features().state_count());
        values.insert(values.end(), row.begin(), row.end());
    }
    const SplitOptions options{.last_bits = 5, .pair_count = 9, .burn_in = 20};
    const SplitTimes few = find_split_times(model, options);
    const SplitTimes many = find_split_times(exact_model(StateTable{values, 2}, model.moments()), options);
    for (std::size_t k = 0; k < few.points.size(); ++k)
        EXPECT_EQ(few.points[k].median, many.points[k].median);
}

TEST(FindSplitTimes, StopsWhereItIsAskedTo) {
    const ExactModel model = random_model(1);
    StopFlag source;
    SplitOptions options{.control = {.stop = &source}};
    options.control.progress = [&](std::int64_t steps) {
        EXPECT_EQ(steps, 512);
        source.request_stop();
    };
    const SplitTimes times = find_split_times(model, options);
    EXPECT_TRUE(times.stopped);
    EXPECT_TRUE(times.points.empty());
}

TEST(FindSplitTimes, FitsNothingWherePairsNeverSplit) {
    // Rate 1/2: two weights of one cell of the grid stay together for ever.
    const SplitTimes times = find_split_times(
        exact_model(StateTable{{0}, {1}}, Moments{.names = {}, .counts = {1}, .total = 2}),
        {.first_bits = 10, .last_bits = 12, .pair_count = 11, .burn_in = 50, .max_steps = 500});
    EXPECT_EQ(times.points.front().median, 500);
    EXPECT_GE(times.points.front().unsplit, 6U);
    EXPECT_EQ(times.fitted_count, 0U);
    EXPECT_FALSE(times.exponent);
}

TEST(FindSplitTimes, DistancesAreInTheUnitsOfTheTable) {
    const ExactModel model = random_model(3);
    const SplitOptions options{.last_bits = 7, .pair_count = 21, .burn_in = 50};
    const SplitTimes whole = find_split_times(model, options);
    const SplitTimes eighths = find_split_times(exact_model(model.features(), model.moments(), 8), options);
    ASSERT_TRUE(whole.exponent && eighths.exponent);
    EXPECT_EQ(eighths.points[0].distance, whole.points[0].distance / 8);
    EXPECT_EQ(eighths.points[0].median, whole.points[0].median);
    const auto fitted = [](const SplitTimes& times, double distance) {
        return times.exponent->intercept + times.exponent->slope * std::log(distance);
    };
    EXPECT_NEAR(fitted(eighths, 1), fitted(whole, 8), 1e-9);
}

TEST(FindSplitTimes, RefusesStatesThatAreAllAlike) {
    const Moments moments{.names = {}, .counts = {1}, .total = 1};
    EXPECT_INPUT_ERROR(find_split_times(exact_model(StateTable{{1}, {1}}, moments)),
                       "find_split_times: expected states with different features");
    EXPECT_INPUT_ERROR(
        find_split_times(exact_model(StateTable{{0}, {1}}, moments), {.first_bits = 5, .last_bits = 4}),
        "find_split_times: expected 0 <= first_bits <= last_bits <= 40");
    EXPECT_INPUT_ERROR(
        find_split_times(exact_model(StateTable{{0}, {1}}, moments), {.pair_count = 0}),
        "find_split_times: expected pairs and max_steps of at least 1 and a burn_in of at least 0");
}

}  // namespace
}  // namespace drover::dynamics
