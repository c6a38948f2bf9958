#include <cmath>
#include <limits>

#include <drover/number/grid.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

using Multiples = std::vector<std::int64_t>;

std::vector<Rational> numbers(std::initializer_list<const char*> texts) {
    std::vector<Rational> values;
    for (const char* text : texts) values.push_back(parse_rational(text));
    return values;
}

GridNumbers grid_of(const std::vector<double>& values, GridOptions options = {}) {
    return to_grid(std::span{values}, options);
}

// The error of one number is at most 2^-bits, in exact fractions.
void expect_within(const GridNumbers& grid, const std::vector<Rational>& values, int bits) {
    const Rational bound{1, Int128{1} << bits};
    EXPECT_EQ(grid.error_bound, bound.to_double());
    ASSERT_EQ(grid.multiples.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Rational error = Rational{grid.multiples[i], grid.unit} - values[i];
        EXPECT_FALSE(error > bound || error < -bound) << to_string(values[i]);
    }
}

TEST(NearestMultiple, RoundsHalvesAwayFromZeroOnAnyGrid) {
    EXPECT_EQ(nearest_multiple(parse_rational("1/8"), 2), 1);
    EXPECT_EQ(nearest_multiple(parse_rational("-1/8"), 2), -1);
    EXPECT_EQ(nearest_multiple(parse_rational("3e-30"), 120), 3'987'684);
}

TEST(CommonDenominator, IsTheLeastCommonMultipleWithinTheLimit) {
    EXPECT_EQ(common_denominator(numbers({"1/4", "5/6", "2"}), 100), Int128{12});
    EXPECT_EQ(common_denominator(numbers({"1/4", "5/6"}), 12), Int128{12});
    EXPECT_EQ(common_denominator(numbers({"1/4", "5/6"}), 11), std::nullopt);
    EXPECT_EQ(common_denominator({}, 1), Int128{1});
}

TEST(CommonDenominator, IsNothingWhenItLeaves128Bits) {
    const auto primes = numbers({"1/18446744073709551557", "1/18446744073709551533", "1/7"});
    EXPECT_EQ(common_denominator(primes, int128_max), std::nullopt);
}

TEST(ToGrid, IsExactOverTheCommonDenominator) {
    const GridNumbers grid = to_grid(numbers({"0.3", "-1/4", "2", "0"}));
    EXPECT_EQ(grid.unit, 20);
    EXPECT_EQ(grid.multiples, (Multiples{6, -5, 40, 0}));
    EXPECT_EQ(grid.error_bound, 0.0);
}

TEST(ToGrid, HoldsNoNumbersOverUnitOne) {
    const GridNumbers grid = to_grid(std::vector<Rational>{});
    EXPECT_EQ(grid.unit, 1);
    EXPECT_TRUE(grid.multiples.empty());
}

TEST(ToGrid, RoundsToTheDyadicGridWithoutACommonDenominator) {
    const auto values = numbers({"1/998244353", "1/1000000007", "-5/1000003", "1000000/3", "7"});
    const GridNumbers grid = to_grid(values);
    EXPECT_EQ(grid.unit, std::int64_t{1} << 32U);
    expect_within(grid, values, 33);
}

TEST(ToGrid, KeepsItsErrorBoundOnTenThousandNumbers) {
    testing::Dice dice{3};
    for (int round = 0; round < 500; ++round) {
        const int bits = 1 + round % 39;
        std::vector<Rational> values{Rational{1, 1009}};
        for (int i = 0; i < 20; ++i) values.emplace_back(dice.roll(-100'000, 100'000), dice.roll(1, 5'000));
        expect_within(to_grid(values, {.bits = bits, .max_unit = 1'000}), values, bits + 1);
    }
}

TEST(ToGrid, RoundsHalvesAwayFromZero) {
    const GridOptions halves{.bits = 1, .max_unit = 2};
    EXPECT_EQ(to_grid(numbers({"1/4", "-1/4", "3/4", "-3/4", "1/5", "-1/5"}), halves).multiples,
              (Multiples{1, -1, 2, -2, 0, 0}));
    EXPECT_EQ(grid_of({0.25, -0.25, 0.75, -0.75, 0.2, -0.2}, halves).multiples,
              (Multiples{1, -1, 2, -2, 0, 0}));
}

TEST(ToGrid, TakesFractionsOfAnyLength) {
    std::vector<Rational> values = numbers({"0.3333333333333333333333333333333333333", "1/3"});
    values.emplace_back(int128_max, int128_max - 1);
    values.emplace_back(-int128_max, (Int128{1} << 126U) + 1);  // its floor times the denominator is too long
    const GridNumbers grid = to_grid(values);
    EXPECT_EQ(grid.error_bound, 0x1p-33);
    EXPECT_EQ(grid.multiples,
              (Multiples{1431655765, 1431655765, std::int64_t{1} << 32U, -(std::int64_t{1} << 33U)}));
}

TEST(ToGrid, RefusesNumbersTooLargeForIt) {
    for (const unsigned power : {80U, 100U, 126U}) {
        const std::vector<Rational> large{Rational{Int128{1} << power, 1}};
        EXPECT_INPUT_ERROR(to_grid(large), "number " + to_string(large[0]) +
                                               " is too large for a grid of 2^-32: "
                                               "expected a magnitude below 2^30");
    }
    const GridOptions dyadic{.max_unit = 2};
    EXPECT_EQ(to_grid(numbers({"1/3", "1073741823", "-1073741824"}), dyadic).multiples[2],
              -(std::int64_t{1} << 62U));
    EXPECT_INPUT_ERROR(to_grid(numbers({"1/3", "1073741824"}), dyadic),
                       "number 1073741824 is too large for a grid of 2^-32: expected a magnitude below 2^30");
    EXPECT_INPUT_ERROR(
        to_grid(numbers({"1/3", "1073741824"}), dyadic,
                [](std::size_t k) { return Place{.row = static_cast<std::int64_t>(k)}; }),
        "row 1: number 1073741824 is too large for a grid of 2^-32: expected a magnitude below 2^30");
}

TEST(ToGridOfReals, RoundsToTheNearestMultiple) {
    const GridNumbers grid = grid_of({0.1, -0.1, 1, 0, 0x1p-33, 0x1p-34});
    EXPECT_EQ(grid.unit, std::int64_t{1} << 32U);
    EXPECT_EQ(grid.multiples, (Multiples{429496730, -429496730, std::int64_t{1} << 32U, 0, 1, 0}));
    EXPECT_EQ(grid.error_bound, 0x1p-33);
}

TEST(ToGridOfReals, KeepsItsErrorBound) {
    const CounterRandom random{11};
    for (std::uint64_t i = 0; i < 1'000; ++i) {
        const double value = 1'000 * (random.uniform(i) - 0.5);
        const GridNumbers grid = grid_of({value}, {.bits = 40});
        const double back = std::ldexp(static_cast<double>(grid.multiples[0]), -40);  // exact: below 2^53
        ASSERT_LE(std::abs(back - value), grid.error_bound);
    }
}

TEST(ToGridOfReals, RefusesWhatIsNoNumberOrTooLarge) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity})
        EXPECT_INPUT_ERROR(grid_of({bad}), "expected a finite number, got NaN or infinity");
    EXPECT_EQ(grid_of({0x1p29}).multiples, (Multiples{std::int64_t{1} << 61U}));
    EXPECT_INPUT_ERROR(grid_of({0x1p30}),
                       "number 1073741824 is too large for a grid of 2^-32: "
                       "expected a magnitude below 2^30");
    EXPECT_INPUT_ERROR(grid_of({-1e300}),
                       "number -1e+300 is too large for a grid of 2^-32: "
                       "expected a magnitude below 2^30");
}

}  // namespace
}  // namespace drover
