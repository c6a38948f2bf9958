#include <gtest/gtest.h>

#include <drover/finite/dual_herder.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <expect.hpp>
#include <random_models.hpp>

namespace drover {
namespace {

using testing::Dice;
using testing::random_moments;
using testing::random_table;

template <class A, class B>
void expect_equal_steps(const A& a, const B& b) {
    ASSERT_EQ(a.t, b.t);
    ASSERT_EQ(a.state, b.state) << "step " << a.t;
    ASSERT_TRUE(a.margin == b.margin) << "step " << a.t;
    for (std::size_t f = 0; f < a.weights.size(); ++f) ASSERT_TRUE(a.weights[f] == b.weights[f]);
}

// Small ranges make ties, copies and inner states.
TEST(DualHerderTake, IsManyStepsOfTheHerder) {
    for (std::size_t states = 1; states <= 18; ++states) {
        for (std::int64_t range : {1, 2, 50}) {
            Dice dice{100 * states + static_cast<std::uint64_t>(range)};
            const StateTable table = random_table(dice, states, 2, range);
            const Moments moments = random_moments(dice, table);
            Herder plain{table, ExactMoments{moments}, Exhaustive{}};
            DualHerder dual{table, moments};
            for (const std::size_t count : {1U, 0U, 5U, 300U}) {
                std::vector<std::size_t> taken(count);
                dual.take(taken);
                for (const std::size_t state : taken) ASSERT_EQ(state, plain.step().state);
                expect_equal_steps(dual.current(), plain.current());
            }
            expect_equal_steps(dual.step(), plain.step());
        }
    }
}

TEST(DualHerderTake, KeepsToTheGreedyRule) {
    Dice dice{4};
    const StateTable table = random_table(dice, 6, 2);
    const Moments moments = random_moments(dice, table);
    DualHerder stepped{table, moments, {}, {}, HerdRule::greedy};
    DualHerder dual = stepped;
    std::vector<std::size_t> taken(400);
    dual.take(taken);
    for (const std::size_t state : taken) ASSERT_EQ(state, stepped.step().state);
    expect_equal_steps(dual.current(), stepped.current());
}

TEST(DualHerderTake, IsTheSameInWideNumbers) {
    Dice dice{5};
    const StateTable table = random_table(dice, 5, 3);
    const Moments moments = random_moments(dice, table);
    WideMoments wide{.names = {}, .counts = {}, .total = moments.total};
    for (const std::int64_t count : moments.counts) wide.counts.push_back(count);
    std::vector<std::size_t> taken(400);
    std::vector<std::size_t> wide_taken(400);
    DualHerder{table, moments}.take(taken);
    WideDualHerder{table, wide}.take(wide_taken);
    EXPECT_EQ(taken, wide_taken);
}

TEST(DualHerderTake, NamesTheLimitOfSteps) {
    const StateTable table{{0}, {1}};
    DualHerder dual{table, {{"x"}, {3}, 7}, {}, {.max_steps = 10}};
    std::vector<std::size_t> taken(11);
    EXPECT_INPUT_ERROR(dual.take(taken),
                       "DualHerder: 11 more steps go past the limit of 10; raise max_steps");
}

}  // namespace
}  // namespace drover
