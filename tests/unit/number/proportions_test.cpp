#include <numeric>

#include <drover/number/proportions.hpp>

#include "big_fraction.hpp"
#include "expect.hpp"
#include "random_models.hpp"

namespace drover::proportions_test {
namespace {

using testing::BigFraction;
using testing::Dice;
using Parts = std::vector<std::int64_t>;

std::vector<Rational> numbers(std::initializer_list<const char*> texts) {
    std::vector<Rational> values;
    for (const char* text : texts) values.push_back(parse_rational(text));
    return values;
}

TEST(InProportion, IsExactOverTheCommonDenominator) {
    const Proportions shares = in_proportion(numbers({"0.5", "1/3", "1/6", "0"}));
    EXPECT_EQ(shares.parts, (Parts{3, 2, 1, 0}));
    EXPECT_EQ(shares.error_bound, 0);
}

TEST(InProportion, IsExactForTinyNumbersInSmallProportions) {
    const Proportions shares = in_proportion(numbers({"1e-30", "2e-30"}));
    EXPECT_EQ(shares.parts, (Parts{1, 2}));
    EXPECT_EQ(shares.error_bound, 0);
}

TEST(InProportion, DividesBeforeItRounds) {
    const Proportions shares = in_proportion(numbers({"4.123456789012345e-10", "8.765432109876543e-10"}));
    const auto sum = static_cast<double>(shares.parts[0] + shares.parts[1]);
    EXPECT_NEAR(static_cast<double>(shares.parts[0]) / sum, 0.31992, 1e-5);
    EXPECT_LE(shares.error_bound, 0x1p-32);
}

TEST(InProportion, RefusesMoreSharesThanTheGridHas) {
    const std::vector<Rational> many(40, Rational{1, 41});
    EXPECT_INPUT_ERROR(in_proportion(many, {.bits = 4, .max_unit = 1}),
                       "expected shares above 2^-5, got 40 that are all below");
}

// Decimals and fractions from 1 to 37 digits long, large next to small.
std::vector<Rational> random_values(Dice& dice) {
    std::vector<Rational> values;
    const std::int64_t count = dice.roll(1, 8);
    for (std::int64_t i = 0; i < count; ++i) {
        Int128 above = dice.roll(0, 1'000'000'000);
        Int128 below = 1;
        for (std::int64_t k = dice.roll(0, 3); k > 0; --k) below *= dice.roll(1, 1'000'000'000'000);
        for (std::int64_t k = dice.roll(0, 2); k > 0; --k) above *= dice.roll(1, 1'000'000'000);
        values.emplace_back(above, below);
    }
    values.emplace_back(dice.roll(1, 1'000'000'000), 1'000'000'007);
    return values;
}

TEST(InProportion, KeepsItsBoundOnTenThousandInputs) {
    Dice dice{16};
    int rounded = 0;
    for (int round = 0; round < 10'000; ++round) {
        const std::vector<Rational> values = random_values(dice);
        const int bits = static_cast<int>(dice.roll(4, 40));
        const Proportions shares = in_proportion(values, {.bits = bits, .max_unit = std::int64_t{1} << bits});
        rounded += shares.error_bound > 0 ? 1 : 0;
        BigFraction sum;
        for (const Rational& value : values) sum = sum + BigFraction::of(value);
        const Int128 parts = std::accumulate(shares.parts.begin(), shares.parts.end(), Int128{0});
        const BigFraction bound = BigFraction::of(shares.error_bound);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const BigFraction error = BigFraction{shares.parts[i], parts} - BigFraction::of(values[i]) / sum;
            ASSERT_TRUE(error.size() <= bound) << "input " << round << ", value " << i;
        }
    }
    EXPECT_GT(rounded, 5'000);
}

TEST(InProportion, CutsDenominatorsThatAreTooLongForTheExactSum) {
    std::vector<Rational> values;
    for (std::int64_t k = 0; k < 200; ++k) values.emplace_back(1, 1'000'000'007 + 2 * k);
    const Proportions shares = in_proportion(values, {.bits = 40, .max_unit = 1});
    EXPECT_GT(shares.error_bound, 0);
    EXPECT_LT(shares.error_bound, 0x1p-38);
}

}  // namespace
}  // namespace drover::proportions_test
