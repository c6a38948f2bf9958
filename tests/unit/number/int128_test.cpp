#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include <drover/number/int128.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

TEST(Int128, PrintsItsExtremes) {
    EXPECT_EQ(to_string(int128_max), "170141183460469231731687303715884105727");
    EXPECT_EQ(to_string(-int128_max - 1), "-170141183460469231731687303715884105728");
    EXPECT_EQ(to_string(Int128{0}), "0");
    EXPECT_EQ(to_string(Int128{-1}), "-1");
    EXPECT_EQ(to_string(Int128{1'000'000'007}), "1000000007");
}

TEST(Int128, PrintsInt64AsTheStandardLibraryDoes) {
    testing::Dice dice{1};
    for (int i = 0; i < 500; ++i) {
        const std::int64_t value = dice.roll(-(std::int64_t{1} << 61U), std::int64_t{1} << 61U);
        ASSERT_EQ(to_string(Int128{value}), std::to_string(value));
    }
}

TEST(GreatestCommonDivisor, EqualsTheStandardOne) {
    testing::Dice dice{2};
    for (int i = 0; i < 500; ++i) {
        const std::int64_t a = dice.roll(-10'000, 10'000);
        const std::int64_t b = dice.roll(-10'000, 10'000);
        ASSERT_EQ(greatest_common_divisor(a, b), std::gcd(a, b));
    }
}

TEST(GreatestCommonDivisor, IsTheOtherNumberForZero) {
    EXPECT_EQ(greatest_common_divisor(0, 0), 0);
    EXPECT_EQ(greatest_common_divisor(0, -6), 6);
    EXPECT_EQ(greatest_common_divisor(-6, 0), 6);
    EXPECT_EQ(greatest_common_divisor(int128_max, 0), int128_max);
}

TEST(GreatestCommonDivisor, WorksAbove64Bits) {
    const Int128 prime = (Int128{1} << 61U) - 1;
    EXPECT_EQ(greatest_common_divisor(prime << 40U, prime * 3), prime);
    EXPECT_EQ(greatest_common_divisor(int128_max, prime), 1);  // 2^127 - 1 is prime
}

TEST(Int128, SaysWhenAProductOrSumDoesNotFit) {
    Int128 result = 0;
    EXPECT_TRUE(multiply(int128_max, -1, result));
    EXPECT_EQ(result, -int128_max);
    EXPECT_FALSE(multiply(Int128{1} << 64U, Int128{1} << 63U, result));
    EXPECT_TRUE(add(int128_max, -1, result));
    EXPECT_EQ(result, int128_max - 1);
    EXPECT_FALSE(add(int128_max, 1, result));
    EXPECT_FALSE(add(-int128_max, -2, result));
}

TEST(Int128, KnowsWhatFitsInt64) {
    constexpr Int128 highest = std::numeric_limits<std::int64_t>::max();
    EXPECT_TRUE(fits_int64(highest));
    EXPECT_FALSE(fits_int64(highest + 1));
    EXPECT_TRUE(fits_int64(-highest - 1));
    EXPECT_FALSE(fits_int64(-highest - 2));
}

TEST(Int128, HasAnAbsoluteValue) {
    EXPECT_EQ(absolute(-int128_max), int128_max);
    EXPECT_EQ(absolute(0), 0);
}

}  // namespace
}  // namespace drover
