// One variable of D values, phi(x) = e_x: the largest weight wins, every weight gains its probability, the
// winner pays 1. The weights keep their sum; a value is never served more than its share plus 1 - pi_d from
// w_0 = 0, plus 1 - 1/D from w_0 = pi; a target over q has period q; D = 2 is the neuron; and from w_0 = pi
// it is smooth weighted round-robin. Chen & Welling 2016, on herding a discrete variable.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/neuron/neuron.hpp>
#include "one_of_d.hpp"
#include "round_robin.hpp"

#include "random_models.hpp"
#include "support.hpp"

namespace drover {
namespace {

using testing::copy_of;
using testing::Dice;

auto discrete(const std::vector<std::int64_t>& counts, StartWeights start = ZeroStart{}) {
    const std::int64_t total = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    return Herder{OneOfD{counts.size()}, ExactMoments{{{}, counts, total}, {.start = std::move(start)}},
                  Exhaustive{}};
}

void expect_period(const std::vector<std::int64_t>& counts, const StartWeights& start,
                   const std::vector<std::size_t>& period) {
    auto herder = discrete(counts, start);
    for (const auto& step : herder.steps(20 * static_cast<std::int64_t>(period.size()))) {
        ASSERT_EQ(step.state, period[static_cast<std::size_t>(step.t - 1) % period.size()]);
    }
}

TEST(DiscreteVariable, GoldenSequences) {
    expect_period({3, 2, 1}, ZeroStart{}, {0, 1, 2, 0, 1, 0});
    expect_period({3, 2, 1}, MomentStart{}, {0, 1, 0, 2, 1, 0});
    expect_period({1, 2, 3, 4}, ZeroStart{}, {0, 3, 2, 1, 3, 2, 3, 1, 2, 3});
    expect_period({1, 2, 3, 4}, MomentStart{}, {3, 2, 1, 3, 0, 2, 3, 1, 2, 3});
}

std::vector<std::int64_t> random_counts(Dice& dice) {
    std::vector<std::int64_t> counts(static_cast<std::size_t>(dice.roll(2, 8)));
    for (auto& count : counts) count = dice.roll(0, 30);
    counts[0] += 1;
    return counts;
}

TEST(DiscreteVariable, TheWeightsKeepTheirSum) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Dice dice{seed};
        const std::vector<std::int64_t> counts = random_counts(dice);
        for (const StartWeights& start : {StartWeights{ZeroStart{}}, StartWeights{MomentStart{}}}) {
            auto herder = discrete(counts, start);
            const auto sum = [](const auto& weights) {
                const auto values = copy_of(weights);
                return std::accumulate(values.begin(), values.end(), std::int64_t{0});
            };
            const std::int64_t first = sum(herder.current().weights);
            for (const auto& step : herder.steps(300)) ASSERT_EQ(sum(step.weights), first);
        }
    }
}

// count_d(T) <= T * pi_d + slack_d and the weight behind it, all times total * D.
void expect_served_within(const std::vector<std::int64_t>& counts, const StartWeights& start) {
    const auto values = static_cast<std::int64_t>(counts.size());
    const std::int64_t total = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    const bool from_moments = std::holds_alternative<MomentStart>(start);
    auto herder = discrete(counts, start);
    std::vector<std::int64_t> served(counts.size());
    for (const auto& step : herder.steps(500)) {
        ++served[step.state];
        for (std::size_t d = 0; d < counts.size(); ++d) {
            const std::int64_t slack = from_moments ? total * (values - 1) : values * (total - counts[d]);
            ASSERT_LE(values * total * served[d], values * step.t * counts[d] + slack);
            const std::int64_t lowest = values * (counts[d] - total) + (from_moments ? total : 0);
            ASSERT_GE(values * step.weights[d], lowest);
        }
    }
}

TEST(DiscreteVariable, NoValueIsServedFarAboveItsShare) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Dice dice{seed};
        const std::vector<std::int64_t> counts = random_counts(dice);
        expect_served_within(counts, ZeroStart{});
        expect_served_within(counts, MomentStart{});
    }
}

// After a transient the weights return after exactly q steps, not before.
void expect_first_return(const std::vector<std::int64_t>& counts, std::int64_t q) {
    auto herder = discrete(counts);
    for (const auto& step : herder.steps(q)) static_cast<void>(step);
    const std::vector<std::int64_t> first = copy_of(herder.current().weights);
    for (std::int64_t n = 1; n < q; ++n) {
        const auto& weights = herder.step().weights;
        ASSERT_FALSE(weights[0] == first[0] && weights[1] == first[1] && weights[2] == first[2])
            << "period " << n << " for q = " << q;
    }
    herder.step();
    ASSERT_EQ(copy_of(herder.current().weights), first) << "q = " << q;
}

TEST(DiscreteVariable, EveryTargetOverQOfThreeValuesHasPeriodQ) {
    for (std::int64_t q = 1; q <= 40; ++q) {
        for (std::int64_t a = 0; a <= q; ++a) {
            for (std::int64_t b = 0; a + b <= q; ++b) {
                const std::int64_t c = q - a - b;
                if (std::gcd(std::gcd(a, b), std::gcd(c, q)) == 1) expect_first_return({a, b, c}, q);
            }
        }
    }
}

TEST(DiscreteVariable, TwoValuesAreTheNeuron) {
    for (std::int64_t q = 2; q <= 25; ++q) {
        for (std::int64_t p = 0; p <= q; ++p) {
            for (const bool from_moments : {false, true}) {
                auto herder =
                    discrete({q - p, p}, from_moments ? StartWeights{MomentStart{}} : StartWeights{});
                const Rational start = from_moments ? Rational(p, q) - Rational(1, 2) : Rational{};
                neuron::RationalOrbit neuron{Rational(p, q), start};
                for (const auto& step : herder.steps(3 * q)) {
                    const auto other = neuron.step();
                    ASSERT_EQ(step.state, other.state);
                    ASSERT_EQ(Rational(step.weights[1] - step.weights[0], q) / 2,
                              Rational(other.weights, neuron.scale()));
                }
            }
        }
    }
}

TEST(RoundRobinTurns, FiveOneOneIsServedSmoothly) {
    RoundRobin queue{{5, 1, 1}};
    std::string turns;
    for (int i = 0; i < 21; ++i) turns.push_back(static_cast<char>('0' + queue.next()));
    EXPECT_EQ(turns, "001020000102000010200");
}

TEST(RoundRobinTurns, NobodyIsServedFarAboveTheirShare) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Dice dice{seed};
        const std::vector<std::int64_t> weights = random_counts(dice);
        const std::int64_t total = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
        const auto values = static_cast<std::int64_t>(weights.size());
        RoundRobin queue{weights};
        std::vector<std::int64_t> served(weights.size());
        for (std::int64_t t = 1; t <= 3 * total; ++t) {
            const std::size_t turn = queue.next();
            ++served[turn];
            ASSERT_LE(values * total * served[turn], values * t * weights[turn] + total * (values - 1));
            if (t % total == 0) {
                for (std::size_t d = 0; d < served.size(); ++d) {
                    ASSERT_EQ(served[d] * total, t * weights[d]) << "seed " << seed << ", turn " << t;
                }
            }
        }
    }
}

}  // namespace
}  // namespace drover
