// What does not change the states: the learning rate (with the start scaled as well), a shift of the
// features, and the part of w_0 orthogonal to all differences of features. Different rates per dimension are
// herding on scaled features: rates r^2 on phi are rates 1 on r * phi with weights w / r. Chen & Welling
// 2016, on the learning rate and, in the appendix, on the subspace of the features.
#include <gtest/gtest.h>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/number/philox.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

using testing::Dice;

constexpr std::uint64_t model_count = 20;

std::vector<Rational> random_start(Dice& dice, std::size_t size) {
    std::vector<Rational> start;
    for (std::size_t a = 0; a < size; ++a) start.emplace_back(dice.roll(-40, 40), dice.roll(1, 4));
    return start;
}

TEST(Invariances, ARationalLearningRateScalesTheWeightsAndNothingElse) {
    for (const Rational& eta : {Rational(3, 7), Rational(2), Rational(1, 1000), Rational(22, 5)}) {
        for (std::uint64_t seed = 0; seed < model_count; ++seed) {
            Dice dice{seed};
            const StateTable table = random_table(dice, 6, 3);
            const Moments moments = random_moments(dice, table);
            const std::vector<Rational> start = random_start(dice, 3);
            std::vector<Rational> scaled = start;
            for (Rational& w : scaled) w = w * eta;
            Herder plain{table, ExactMoments{moments, {.start = start}}, Exhaustive{}};
            Herder fast{table, ExactMoments{moments, {.eta = eta, .start = scaled}}, Exhaustive{}};
            for (const auto& step : plain.steps(200)) {
                const auto other = fast.step();
                ASSERT_EQ(step.state, other.state);
                for (std::size_t a = 0; a < 3; ++a) {
                    ASSERT_EQ(Rational(step.weights[a], step.weights.scale()) * eta,
                              Rational(other.weights[a], other.weights.scale()));
                }
            }
        }
    }
}

TEST(Invariances, APowerOfTwoLearningRateKeepsDoublesBitForBit) {
    for (std::uint64_t seed = 0; seed < model_count; ++seed) {
        const CounterRandom random{seed, 5};
        std::vector<double> values;
        for (std::uint64_t i = 0; i < 24; ++i) values.push_back(random.normal(i));
        const RealStateTable table{values, 3};
        RealMoments moments{.names = {}, .counts = std::vector<double>(3)};
        for (std::size_t s = 0; s < 8; ++s) {
            table.visit(s, [&](std::size_t a, double value) { moments.counts[a] += value / 8; });
        }
        for (const Rational& eta : {Rational(1, 8), Rational(32)}) {
            const Rational start{5, 16};
            Herder plain{table, DoubleMoments{moments, {.start = std::vector<Rational>(3, start)}},
                         Exhaustive{}};
            const DriveOptions options{.eta = eta, .start = std::vector<Rational>(3, start * eta)};
            Herder fast{table, DoubleMoments{moments, options}, Exhaustive{}};
            for (const auto& step : plain.steps(500)) {
                const auto other = fast.step();
                ASSERT_EQ(step.state, other.state) << "seed " << seed << ", step " << step.t;
                for (std::size_t a = 0; a < 3; ++a) {
                    ASSERT_EQ(step.weights[a] * eta.to_double(), other.weights[a]);
                }
            }
        }
    }
}

TEST(Invariances, AShiftOfTheFeaturesChangesNothing) {
    for (std::uint64_t seed = 0; seed < model_count; ++seed) {
        Dice dice{seed};
        const StateTable table = random_table(dice, 7, 3);
        const Moments moments = random_moments(dice, table);
        const std::vector<Rational> start = random_start(dice, 3);
        std::vector<std::int64_t> values;
        Moments shifted_moments = moments;
        const std::vector<std::int64_t> shift = {dice.roll(-99, 99), dice.roll(-99, 99), dice.roll(-99, 99)};
        for (std::size_t s = 0; s < 7; ++s) {
            for (std::size_t a = 0; a < 3; ++a) values.push_back(table.row(s)[a] + shift[a]);
        }
        for (std::size_t a = 0; a < 3; ++a) shifted_moments.counts[a] += shift[a] * moments.total;
        Herder plain{table, ExactMoments{moments, {.start = start}}, Exhaustive{}};
        Herder shifted{StateTable{values, 3}, ExactMoments{shifted_moments, {.start = start}}, Exhaustive{}};
        for (const auto& step : plain.steps(300)) {
            const auto other = shifted.step();
            ASSERT_EQ(step.state, other.state);
            ASSERT_TRUE(step.margin == other.margin);
            for (std::size_t a = 0; a < 3; ++a) ASSERT_EQ(step.weights[a], other.weights[a]);
        }
    }
}

TEST(Invariances, SquaredRatesAreScaledFeatures) {
    for (std::uint64_t seed = 0; seed < model_count; ++seed) {
        Dice dice{seed};
        const StateTable table = random_table(dice, 7, 3);
        const Moments moments = random_moments(dice, table);
        std::vector<std::int64_t> values;
        Moments scaled_moments = moments;
        std::vector<std::int64_t> r;
        DriveOptions rated{.rates = {}, .start = std::vector<Rational>{}};
        std::vector<Rational> rated_start;
        std::vector<Rational> scaled_start;
        for (std::size_t a = 0; a < 3; ++a) {
            r.push_back(dice.roll(1, 5));
            rated.rates.emplace_back(r[a] * r[a]);
            scaled_start.emplace_back(dice.roll(-20, 20));
            rated_start.push_back(scaled_start[a] * r[a]);
            scaled_moments.counts[a] *= r[a];
        }
        rated.start = rated_start;
        for (std::size_t s = 0; s < 7; ++s) {
            for (std::size_t a = 0; a < 3; ++a) values.push_back(r[a] * table.row(s)[a]);
        }
        Herder with_rates{table, ExactMoments{moments, rated}, Exhaustive{}};
        Herder with_features{StateTable{values, 3}, ExactMoments{scaled_moments, {.start = scaled_start}},
                             Exhaustive{}};
        for (const auto& step : with_rates.steps(300)) {
            const auto other = with_features.step();
            ASSERT_EQ(step.state, other.state);
            ASSERT_TRUE(step.margin == other.margin);
            for (std::size_t a = 0; a < 3; ++a) ASSERT_EQ(step.weights[a], r[a] * other.weights[a]);
        }
    }
}

// Features (x, y, x + y, 7): the directions (1, 1, -1, 0) and (0, 0, 0, 1) are orthogonal to every
// difference.
TEST(Invariances, TheOrthogonalPartOfTheStartNeverMovesAndNeverMatters) {
    const std::vector<std::int64_t> idle = {13, 13, -13, 50};
    for (std::uint64_t seed = 0; seed < model_count; ++seed) {
        Dice dice{seed};
        std::vector<std::int64_t> values;
        for (std::size_t s = 0; s < 6; ++s) {
            const std::int64_t x = dice.roll(-20, 20);
            const std::int64_t y = dice.roll(-20, 20);
            values.insert(values.end(), {x, y, x + y, 7});
        }
        const StateTable table{values, 4};
        const Moments moments = random_moments(dice, table);
        std::vector<Rational> start;
        std::vector<Rational> moved;
        for (std::size_t a = 0; a < 4; ++a) {
            start.emplace_back(dice.roll(-9, 9));
            moved.push_back(start[a] + Rational(idle[a]));
        }
        Herder plain{table, ExactMoments{moments, {.start = start}}, Exhaustive{}};
        Herder other{table, ExactMoments{moments, {.start = moved}}, Exhaustive{}};
        for (const auto& step : plain.steps(300)) {
            const auto with_idle = other.step();
            ASSERT_EQ(step.state, with_idle.state);
            for (std::size_t a = 0; a < 4; ++a) {
                ASSERT_EQ(with_idle.weights[a] - step.weights[a], moments.total * idle[a]);
            }
        }
    }
}

}  // namespace
}  // namespace drover
