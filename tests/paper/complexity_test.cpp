// The number M(T) of words of length T in herding's sequence grows like a power of T, so that its topological
// entropy is 0. A neuron of irrational rate has the fewest words of any sequence without a period: T + 1. A
// neuron of rate p/q has min(T + 1, q). Chen & Welling 2016, "Weak Chaos in the Herding Dynamics"; Goetz
// 2000.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <drover/dynamics/words.hpp>
#include <drover/finite/dual_herder.hpp>
#include <drover/neuron/neuron.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

TEST(Complexity, OfTheGoldenNeuronIsLengthPlusOne) {
    const std::size_t longest = 20'000;
    const dynamics::Words words =
        dynamics::count_words(neuron::GoldenOrbit{}, {.symbol_count = 1'000'000, .max_length = longest});
    ASSERT_EQ(words.counts.size(), longest);
    for (std::size_t length = 1; length <= longest; ++length)
        ASSERT_EQ(words.count(length), static_cast<std::int64_t>(length) + 1);
    EXPECT_EQ(words.saturated_to, longest);
}

TEST(Complexity, OfARationalNeuronStopsAtTheDenominator) {
    for (std::int64_t q = 1; q <= 40; ++q) {
        for (std::int64_t p = 0; p < q; ++p) {
            if (std::gcd(p, q) != 1) continue;
            const dynamics::Words words = dynamics::count_words(neuron::RationalOrbit{Rational{p, q}},
                                                                {.symbol_count = 4 * q, .max_length = 60});
            // A sequence of 4q symbols without pre-period holds every word up to 3q + 1.
            const auto complete = std::min<std::int64_t>(60, 3 * q);
            for (std::int64_t length = 1; length <= complete; ++length) {
                ASSERT_EQ(words.count(static_cast<std::size_t>(length)), std::min(length + 1, q))
                    << p << "/" << q << ", length " << length;
            }
        }
    }
}

TEST(Complexity, GrowsWithAnExponentOfAtMostTheDimension) {
    int fitted = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        testing::Dice dice{seed};
        const StateTable table = random_table(dice, 5, 2, 20'000);
        const DualHerder herder{table, random_moments(dice, table), {}, {.max_steps = 300'000}};
        const dynamics::Words words =
            dynamics::count_words(herder, {.symbol_count = 300'000, .max_length = 100});
        if (!words.growth) continue;  // one of these shows new words of every length for long
        ++fitted;
        EXPECT_LT(words.growth->slope, 2) << "seed " << seed;
        EXPECT_GT(words.growth->slope, 0.5) << "seed " << seed;
    }
    EXPECT_GE(fitted, 4);
}

}  // namespace
}  // namespace drover
