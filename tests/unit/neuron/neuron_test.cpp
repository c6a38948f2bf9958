#include <drover/neuron/neuron.hpp>

#include "expect.hpp"

namespace drover::neuron {
namespace {

TEST(RationalOrbit, KeepsItsWeightOverTheLeastCommonDenominator) {
    RationalOrbit neuron{Rational(1, 6), Rational(3, 4)};
    EXPECT_TRUE(neuron.scale() == 12);
    EXPECT_TRUE(neuron.current().weights == 9);
    const auto step = neuron.step();
    EXPECT_EQ(step.state, 1U);
    EXPECT_TRUE(step.weights == 9 + 2 - 12);
    EXPECT_TRUE(step.margin == -90);
    EXPECT_EQ(step.t, 1);
}

TEST(RationalOrbit, RatesZeroAndOneAreConstant) {
    RationalOrbit never{0};
    RationalOrbit always{1, Rational(1, 2)};
    for (int t = 0; t < 50; ++t) {
        EXPECT_EQ(never.step().state, 0U);
        EXPECT_EQ(always.step().state, 1U);
    }
}

TEST(RationalOrbit, RefusesNumbersThatCouldOverflow) {
    const Int128 large = Int128{1} << 62U;
    EXPECT_INPUT_ERROR(RationalOrbit(Rational(1, large)),
                       "neuron: rate and start over their common denominator must stay below 2^62 for "
                       "1000000000 steps, but may reach 4.61169e+18");
    EXPECT_INPUT_ERROR(RationalOrbit(Rational(5'000'000'000), 0, {.max_steps = 1'000'000'000}),
                       "neuron: rate and start over their common denominator must stay below 2^62 for "
                       "1000000000 steps, but may reach 5e+18");
}

TEST(RationalOrbit, RefusesStepsPastItsLimit) {
    RationalOrbit neuron{Rational(1, 2), 0, {.max_steps = 5}};
    EXPECT_INPUT_ERROR(neuron.steps(6),
                       "RationalOrbit: 6 more steps go past the limit of 5; raise max_steps");
}

TEST(GoldenOrbit, StartsWhereTheRabbitWordDoes) {
    GoldenOrbit neuron;
    EXPECT_EQ(neuron.current().weights, (GoldenNumber{-1, 2}));
    EXPECT_EQ(neuron.current().margin, 0);
    const auto step = neuron.step();
    EXPECT_EQ(step.state, 1U);
    EXPECT_EQ(step.weights, (GoldenNumber{-2, 3}));
    EXPECT_NEAR(step.margin, 0.2360679775 * (0.6180339887 - 1), 1e-9);
}

TEST(GoldenOrbit, AScaleAllowsFractionsAsStarts) {
    GoldenOrbit whole{{-1, 2}, 1};
    GoldenOrbit scaled{{-3, 6}, 3};
    for (int t = 0; t < 200; ++t) {
        const auto step = whole.step();
        const auto other = scaled.step();
        ASSERT_EQ(step.state, other.state);
        ASSERT_EQ(other.weights, (GoldenNumber{3 * step.weights.a, 3 * step.weights.b}));
        ASSERT_NEAR(step.margin, other.margin, 1e-12);
    }
}

TEST(GoldenOrbit, RefusesBadInput) {
    EXPECT_INPUT_ERROR(GoldenOrbit({-1, 2}, 0), "GoldenOrbit: expected a scale above 0");
    EXPECT_INPUT_ERROR(GoldenOrbit({-1, 2}, std::int64_t{1} << 40U),
                       "neuron: rate and start over their common denominator must stay below 2^62 for "
                       "1000000000 steps, but may reach 4.39805e+21");
    GoldenOrbit neuron{{-1, 2}, 1, {.max_steps = 5}};
    EXPECT_INPUT_ERROR(neuron.steps(6), "GoldenOrbit: 6 more steps go past the limit of 5; raise max_steps");
}

TEST(SubtractWithBorrow, SixtyFourStatesAreOneWord) {
    const std::uint64_t quarter = std::uint64_t{1} << 62U;
    SubtractWithBorrow neuron{quarter, quarter};  // w_0 = 0: silent first
    EXPECT_EQ(neuron.fire64(), 0x2222222222222222U);
    EXPECT_FALSE(neuron.fire());
    EXPECT_TRUE(neuron.fire());
}

TEST(NeuronOnes, CountsInClosedForm) {
    const Rational rate{3, 10};
    const std::vector<std::int64_t> expected = {0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};  // 0100100100
    for (std::size_t t = 0; t < expected.size(); ++t) {
        EXPECT_TRUE(count_ones(rate, 0, static_cast<std::int64_t>(t)) == expected[t]) << "t = " << t;
    }
    EXPECT_TRUE(count_ones(rate, 0, -3) == 0);
    EXPECT_TRUE(count_ones(rate, 0, 1'000'000'000'000) == 300'000'000'000);
}

TEST(NeuronOnes, RefusesStartsOutsideTheInterval) {
    EXPECT_INPUT_ERROR(count_ones(Rational(1, 3), Rational(-2, 3), 5),
                       "count_ones: expected a start in (rate - 1, rate], got -2/3 for the rate 1/3");
    EXPECT_INPUT_ERROR(count_ones(Rational(1, 3), Rational(1, 2), 5),
                       "count_ones: expected a start in (rate - 1, rate], got 1/2 for the rate 1/3");
}

}  // namespace
}  // namespace drover::neuron
