#include <drover/finite/dual_lanes.hpp>

#include <hwy/targets.h>

#include <drover/finite/dual_herder.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

using testing::Dice;
using Starts = std::vector<std::vector<Rational>>;

Starts random_starts(Dice& dice, std::size_t count, std::size_t features, std::int64_t range) {
    Starts starts(count);
    for (auto& start : starts) {
        for (std::size_t a = 0; a < features; ++a) start.emplace_back(dice.roll(-range, range), 64);
    }
    if (count > 0) starts[0].assign(features, Rational{0});
    return starts;
}

template <class V>
BasicMoments<V> as(const Moments& moments) {
    return {.names = {}, .counts = {moments.counts.begin(), moments.counts.end()}, .total = moments.total};
}

// States in pieces of several lengths, and the weights at the end.
template <class V>
void expect_single_orbits(const StateTable& table, const Moments& given, const Starts& starts,
                          ThreadPool* pool = nullptr) {
    const auto moments = as<V>(given);
    BasicDualLanes<V> lanes{table, moments, starts, {.max_steps = 10'000}};
    std::vector<BasicDualHerder<V>> twins;
    for (const auto& start : starts)
        twins.emplace_back(table, moments, DriveOptions{.eta = 1, .rates = {}, .start = start},
                           HerderOptions{.max_steps = 10'000});
    for (const std::int64_t steps : {1, 0, 700, 130, 3}) {
        std::vector<std::uint8_t> states(static_cast<std::size_t>(steps) * starts.size());
        lanes.take(steps, states, pool);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const std::size_t orbit = i / static_cast<std::size_t>(steps);
            ASSERT_EQ(states[i], twins[orbit].step().state) << "orbit " << orbit << " of " << starts.size();
        }
    }
    EXPECT_EQ(lanes.t(), 834);
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const auto& weights = twins[i].current().weights;
        for (std::size_t a = 0; a < table.feature_count(); ++a)
            ASSERT_EQ(lanes.weights(i)[a], Rational(weights[a], weights.scale()));
    }
}

// Small ranges make ties, copies and inner states, and need no rounding; large ones are rounded.
TEST(DualLanes, TakeTheStatesOfSingleOrbits) {
    ThreadPool pool{3};
    for (std::size_t states = 1; states <= 12; ++states) {
        for (const std::int64_t range : {1, 3, 1'000, 30'000}) {
            Dice dice{100 * states + static_cast<std::uint64_t>(range)};
            const StateTable table = random_table(dice, states, 2, range);
            const Moments moments = random_moments(dice, table);
            const Starts starts = random_starts(dice, 1 + 3 * states, 2, 64 * range);
            expect_single_orbits<std::int64_t>(table, moments, starts);
            expect_single_orbits<Int128>(table, moments, starts, &pool);
        }
    }
}

TEST(DualLanes, EveryInstructionSetGivesTheSameStates) {
    Dice dice{7};
    for (const std::size_t features : {2U, 4U, 6U}) {
        const StateTable table = random_table(dice, 8, features, 5'000);
        const Moments moments = random_moments(dice, table);
        const Starts starts = random_starts(dice, 40, features, 100'000);
        for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
            hwy::SetSupportedTargetsForTest(target);
            expect_single_orbits<std::int64_t>(table, moments, starts);
        }
        hwy::SetSupportedTargetsForTest(0);
    }
}

// Features of all signs in a plane through a common point: the scores tie again and again, whatever the
// rounding.
TEST(DualLanes, TieLikeSingleOrbitsWhereScoresAreRounded) {
    const std::int64_t unit = 40'000;
    const StateTable table{{unit, 0}, {0, unit}, {-unit, 0}, {0, -unit}, {unit, unit}};
    const Moments moments{.names = {}, .counts = {unit, unit}, .total = 4};
    const Starts starts{{0, 0}, {Rational{unit, 2}, Rational{unit, 2}}, {1, 1}, {unit, 0}};
    expect_single_orbits<std::int64_t>(table, moments, starts);
}

TEST(DualLanes, FollowMomentsOutsideTheHull) {
    Dice dice{8};
    const StateTable table = random_table(dice, 5, 2, 9'000);
    const Moments moments{.names = {}, .counts = {40'000, -70'000}, .total = 3};
    expect_single_orbits<std::int64_t>(table, moments, random_starts(dice, 20, 2, 100));
}

TEST(DualLanes, StartFarFromZero) {
    Dice dice{9};
    const StateTable table = random_table(dice, 6, 2, 100);
    expect_single_orbits<std::int64_t>(table, random_moments(dice, table),
                                       random_starts(dice, 33, 2, 100'000'000));
}

TEST(DualLanes, KeptOrbitsGoOn) {
    Dice dice{10};
    const StateTable table = random_table(dice, 6, 2, 1'000);
    const Moments moments = random_moments(dice, table);
    const Starts starts = random_starts(dice, 50, 2, 64'000);
    DualLanes all{table, moments, starts, {.max_steps = 200}};
    DualLanes some = all;
    all.advance(200);
    some.advance(100);
    const std::vector<std::size_t> kept{3, 4, 49};
    some.keep(kept);
    some.advance(100);
    ASSERT_EQ(some.size(), 3U);
    for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(some.weights(i), all.weights(kept[i]));
}

TEST(DualLanes, NoOrbitsAreNoWork) {
    DualLanes lanes{StateTable{{0}, {1}}, Moments{.names = {}, .counts = {1}, .total = 2}, {}};
    lanes.advance(10);
    EXPECT_EQ(lanes.size(), 0U);
    EXPECT_EQ(lanes.t(), 10);
}

TEST(DualLanes, RefuseWhatMakesNoSense) {
    const StateTable table{{0}, {1}};
    const Moments moments{.names = {}, .counts = {1}, .total = 2};
    EXPECT_INPUT_ERROR(DualLanes(table, moments, {{0, 1}}),
                       "DualLanes: start weights (2) and features (1) must have the same size");
    EXPECT_INPUT_ERROR(DualLanes(table, Moments{.names = {}, .counts = {1}, .total = 0}, {}),
                       "DualLanes: expected a total above 0");
    DualLanes lanes{table, moments, {{0}}, {.max_steps = 5}};
    EXPECT_INPUT_ERROR(lanes.advance(6), "DualLanes: 6 more steps go past the limit of 5; raise max_steps");
}

}  // namespace
}  // namespace drover
