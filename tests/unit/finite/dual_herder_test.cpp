#include <drover/finite/dual_herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/weight_bound.hpp>
#include <drover/herd/run.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

// tests/paper/greedy_test.cpp compares the steps with those of the Herder and of the greedy rule.

TEST(DualHerder, LooksWithoutMoving) {
    DualHerder herder{StateTable{{0}, {1}}, {{}, {3}, 7}};
    EXPECT_EQ(herder.current().t, 0);
    EXPECT_TRUE(herder.current().margin == 0);
    EXPECT_EQ(herder.step().t, 1);
    EXPECT_EQ(herder.current().weights[0], 3);
    EXPECT_EQ(herder.current().weights.start(0), 0);
    EXPECT_EQ(herder.current().weights.state_count(0), 1);
}

TEST(DualHerder, ACopyForksTheTrajectory) {
    DualHerder herder{StateTable{{2, 1}, {-1, 3}, {0, -2}}, {{}, {1, 2}, 5}};
    run(herder, {.steps = 17});
    DualHerder fork = herder;
    run(fork, {.steps = 50});
    EXPECT_EQ(herder.current().t, 17);
    run(herder, {.steps = 50});
    EXPECT_EQ(herder.current().weights[0], fork.current().weights[0]);
    EXPECT_EQ(herder.current().state, fork.current().state);
}

TEST(DualHerder, AManyStateTableTakesTheStepsOfTheHerder) {
    for (const std::size_t states : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 16U, 33U, 100U}) {
        testing::Dice dice{states};
        const StateTable table = random_table(dice, states, 3);
        const Moments moments = random_moments(dice, table);
        Herder primal{table, ExactMoments{moments}, Exhaustive{}};
        DualHerder dual{table, moments};
        for (const auto& step : primal.steps(200)) {
            const auto other = dual.step();
            ASSERT_EQ(step.state, other.state) << states << " states, step " << step.t;
            ASSERT_TRUE(step.margin == other.margin);
        }
    }
}

template <class V>
void expect_margins_of_steps(const StateTable& table, const BasicMoments<V>& moments, HerdRule rule) {
    const DriveOptions drive{.start = MomentStart{}};
    BasicDualHerder<V> steps{table, moments, drive, {.max_steps = 10'000}, rule};
    BasicDualHerder<V> blocks = steps;
    std::vector<std::size_t> states;
    for (const std::size_t size : {1U, 1U, 2U, 1'500U, 1U, 3'000U}) {
        states.resize(size);
        const auto block = blocks.take_watched(states);
        typename BasicDualHerder<V>::Margin worst{};
        std::int64_t positive = 0;
        std::int64_t first = -1;
        for (std::size_t i = 0; i < size; ++i) {
            const auto step = steps.step();
            ASSERT_EQ(states[i], step.state) << table.state_count() << " states, step " << step.t;
            if (i == 0 || step.margin > worst) worst = step.margin;
            if (!(step.margin > typename BasicDualHerder<V>::Margin{})) continue;
            if (positive++ == 0) first = static_cast<std::int64_t>(i);
        }
        EXPECT_TRUE(block.worst == worst) << table.state_count() << " states";
        EXPECT_EQ(block.positive, positive);
        EXPECT_EQ(block.first_positive, first);
        EXPECT_EQ(blocks.current().t, steps.current().t);
    }
}

TEST(DualHerder, BlocksOfStatesHaveTheMarginsOfSteps) {
    for (const std::size_t states : {1U, 2U, 3U, 5U, 8U, 9U, 33U}) {
        testing::Dice dice{states};
        const StateTable table = random_table(dice, states, 3);
        Moments inside = random_moments(dice, table);
        Moments outside = inside;
        outside.counts[0] += 1'000 * outside.total;
        for (const Moments& moments : {inside, outside}) {
            const WideMoments wide{{}, {moments.counts.begin(), moments.counts.end()}, moments.total};
            for (const HerdRule rule : {HerdRule::herding, HerdRule::greedy}) {
                expect_margins_of_steps(table, moments, rule);
                expect_margins_of_steps(table, wide, rule);
            }
        }
    }
}

TEST(WideDualHerder, BlocksOfLargeNumbersHaveTheMarginsOfSteps) {
    const std::int64_t large = std::int64_t{1} << 55U;
    const StateTable table{{-large}, {large}, {large / 3}};
    for (const Int128 moment : {Int128{large / 2}, Int128{3} * large}) {
        expect_margins_of_steps(table, WideMoments{{}, {moment}, 1}, HerdRule::herding);
    }
}

TEST(DualHerder, WorksWithTheRecorders) {
    testing::Dice dice{3};
    const StateTable table = random_table(dice, 5, 2);
    const Moments moments = random_moments(dice, table);
    Herder primal{table, ExactMoments{moments}, Exhaustive{}};
    DualHerder dual{table, moments};
    MarginWatch primal_margins, dual_margins;
    WeightBound primal_bound{2}, dual_bound{2};
    run(primal, {.steps = 500}, primal_margins, primal_bound);
    run(dual, {.steps = 500}, dual_margins, dual_bound);
    EXPECT_EQ(primal_margins.result().worst, dual_margins.result().worst);
    EXPECT_EQ(primal_bound.result().largest, dual_bound.result().largest);
    EXPECT_EQ(dual_margins.result().positive, 0);
}

TEST(WideDualHerder, CountsTimesFeaturesMayPass64Bits) {
    const std::int64_t large = std::int64_t{1} << 55U;
    const StateTable table{{-large}, {large}};
    const WideMoments moments{{}, {large / 2}, 1};
    WideDualHerder herder{table, moments, {}, {.max_steps = 1'000}};
    std::int64_t ones = 0;
    Int128 sum = 0;
    for (const auto& step : herder.steps(1'000)) {
        ones += step.state == 1 ? 1 : 0;
        sum += table.row(step.state)[0];
        ASSERT_TRUE(step.weights[0] == static_cast<Int128>(step.t) * (large / 2) - sum);
    }
    EXPECT_EQ(ones, 750);
}

TEST(DualHerder, RefusesWhatTheHerderRefuses) {
    const std::int64_t large = std::int64_t{1} << 40U;
    const StateTable table{{0}, {1}};
    EXPECT_INPUT_ERROR((DualHerder{table, {{}, {1, 2}, 3}}),
                       "Herder: moments (2) and features (1) must have the same size");
    EXPECT_INPUT_ERROR(
        (DualHerder{table, {{}, {large / 2}, large}}),
        "Herder: the numbers are too large for 1000000000 steps in 64-bit weights; the limit is "
        "4190109 steps");
    EXPECT_INPUT_ERROR(
        (DualHerder{table, {{}, {large / 2}, large}, {}, {}, HerdRule::greedy}),
        "Herder: the numbers are too large for 1000000000 steps in 64-bit weights; the limit is "
        "1396702 steps");
    EXPECT_INPUT_ERROR(
        (DualHerder{table, {{}, {large / 2}, large}, {.eta = large}, {}, HerdRule::greedy}),
        "Herder: the numbers are too large for 1000000000 steps in 64-bit weights; the limit is "
        "0 steps");
    DualHerder herder{table, {{}, {1}, 2}, {}, {.max_steps = 5}};
    EXPECT_EQ(herder.max_steps(), 5);
    EXPECT_INPUT_ERROR(herder.steps(6), "DualHerder: 6 more steps go past the limit of 5; raise max_steps");
}

}  // namespace
}  // namespace drover
