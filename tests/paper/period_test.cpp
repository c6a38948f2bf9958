// The weights of a neuron of rate p/q, and of a discrete variable whose targets have the least common
// denominator q, return after exactly q steps. From outside its invariant interval the neuron's weight first
// moves straight there. A neuron of irrational rate has no period. Chen & Welling 2016, "Herding a Single
// Neuron", "Herding a Discrete State Variable".
#include <gtest/gtest.h>

#include <numeric>

#include <drover/dynamics/period.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/neuron/neuron.hpp>
#include "one_of_d.hpp"

namespace drover {
namespace {

TEST(PeriodOfANeuron, IsTheDenominatorOfItsRate) {
    for (std::int64_t q = 1; q <= 60; ++q) {
        for (std::int64_t p = 0; p < q; ++p) {
            if (std::gcd(p, q) != 1) continue;
            ASSERT_EQ(dynamics::find_period(neuron::RationalOrbit{Rational{p, q}}),
                      (dynamics::Period{.preperiod = 0, .period = q}))
                << p << "/" << q;
        }
    }
}

// From above ceil((w - rate) / (1 - rate)) steps, from below floor((rate - 1 - w) / rate) + 1.
Int128 steps_to_the_interval(const Rational& rate, const Rational& start) {
    if (start > rate) return ceil((start - rate) / (Rational{1} - rate));
    if (start > rate - Rational{1}) return 0;
    return floor((rate - Rational{1} - start) / rate) + 1;
}

TEST(PeriodOfANeuron, BeginsInTheInvariantInterval) {
    for (std::int64_t q = 2; q <= 12; ++q) {
        for (std::int64_t p = 1; p < q; ++p) {
            if (std::gcd(p, q) != 1) continue;
            for (std::int64_t start = -40; start <= 40; ++start) {
                const Rational rate{p, q};
                const Rational weight{start, 8};
                const auto found =
                    dynamics::find_period(neuron::RationalOrbit{rate, weight}, {.max_period = 1'000});
                ASSERT_TRUE(found);
                EXPECT_EQ(found->period, q);
                EXPECT_TRUE(found->preperiod == steps_to_the_interval(rate, weight))
                    << p << "/" << q << " from " << start << "/8: " << found->preperiod;
            }
        }
    }
}

TEST(PeriodOfANeuron, IsMissingForTheGoldenRate) {
    EXPECT_FALSE(dynamics::find_period(neuron::GoldenOrbit{}, {.max_period = 200'000}));
}

void expect_period_of_denominator(std::int64_t a, std::int64_t b, std::int64_t q) {
    if (std::gcd(std::gcd(a, b), q) != 1) return;
    const Moments moments{.names = {}, .counts = {a, b, q - a - b}, .total = q};
    const auto found =
        dynamics::find_period(Herder{OneOfD{3}, ExactMoments{moments}, Exhaustive{}}, {.max_period = 2 * q});
    ASSERT_TRUE(found) << a << ", " << b << " of " << q;
    ASSERT_EQ(found->period, q) << a << ", " << b;
}

TEST(PeriodOfADiscreteVariable, IsTheCommonDenominatorOfItsTargets) {
    for (std::int64_t q = 1; q <= 80; ++q) {
        for (std::int64_t a = 0; a <= q; ++a) {
            for (std::int64_t b = 0; a + b <= q; ++b) expect_period_of_denominator(a, b, q);
        }
    }
}

}  // namespace
}  // namespace drover
