#include <gtest/gtest.h>

#include <cmath>

#include <drover/number/int256.hpp>
#include <drover/number/philox.hpp>

namespace drover {
namespace {

// Random values of all 128 bits, one for each index.
Int128 random_int128(std::uint64_t index) {
    const CounterRandom random{7};
    return static_cast<Int128>((UInt128{random.bits(2 * index)} << 64U) | random.bits(2 * index + 1));
}

Int256 power_of_two(int exponent) {
    Int256 power{1};
    for (int i = 0; i < exponent; ++i) power += power;
    return power;
}

// a * b by doubling and adding: the slow obvious product.
Int256 slow_product(const Int256& a, Int128 b) {
    const UInt128 bits = b < 0 ? UInt128{0} - static_cast<UInt128>(b) : static_cast<UInt128>(b);
    Int256 sum;
    for (int i = 127; i >= 0; --i) {
        sum += sum;
        if (((bits >> i) & 1U) != 0) sum += a;
    }
    return b < 0 ? -sum : sum;
}

TEST(Int256, ProductEqualsDoublingAndAdding) {
    for (std::uint64_t i = 0; i < 300; ++i) {
        const Int128 a = random_int128(2 * i);
        const Int128 b = random_int128(2 * i + 1);
        ASSERT_EQ(Int256{a} * Int256{b}, slow_product(a, b)) << to_string(a) << " * " << to_string(b);
    }
}

TEST(Int256, ProductOfInt64EqualsTheOneOfInt128) {
    for (std::uint64_t i = 0; i < 300; ++i) {
        const Int128 a = random_int128(2 * i) >> 64U;
        const Int128 b = random_int128(2 * i + 1) >> 65U;
        ASSERT_EQ(Int256{a} * Int256{b}, Int256{a * b});
    }
}

TEST(Int256, MultiplicationDistributesOverAddition) {
    for (std::uint64_t i = 0; i < 300; ++i) {
        const Int256 a = random_int128(3 * i);
        const Int256 b = random_int128(3 * i + 1);
        const Int256 c = random_int128(3 * i + 2);
        ASSERT_EQ((a + b) * c, a * c + b * c);
        ASSERT_EQ((a - b) * c, a * c - b * c);
        ASSERT_EQ((a + b) * (a - b), a * a - b * b);
    }
}

TEST(Int256, SquareOfTheLargestInt128IsExact) {
    const Int256 square = Int256{int128_max} * Int256{int128_max};
    EXPECT_EQ(square, power_of_two(254) - power_of_two(128) + Int256{1});
    EXPECT_LT(square, power_of_two(254));
    EXPECT_EQ(Int256{-int128_max} * Int256{int128_max}, -square);
    EXPECT_EQ(Int256{-int128_max - 1} * Int256{-int128_max - 1}, power_of_two(254));
}

TEST(Int256, SumIsRightWheneverItsFinalValueFits) {
    Int256 sum = power_of_two(254);
    sum += power_of_two(254);  // wraps
    sum -= power_of_two(254);
    sum -= power_of_two(254) - Int256{5};
    EXPECT_EQ(sum, Int256{5});
}

TEST(Int256, OrdersInt128AsInt128) {
    for (std::uint64_t i = 0; i < 300; ++i) {
        const Int128 a = random_int128(2 * i);
        const Int128 b = random_int128(2 * i + 1);
        ASSERT_EQ(Int256{a} < Int256{b}, a < b);
        ASSERT_EQ(Int256{a} > Int256{b}, a > b);
        ASSERT_LE(Int256{a}, Int256{a});
    }
}

TEST(Int256, OrdersPowersOfTwo) {
    for (int i = 0; i < 254; ++i) {
        ASSERT_LT(power_of_two(i), power_of_two(i + 1));
        ASSERT_GT(-power_of_two(i), -power_of_two(i + 1));
        ASSERT_LT(-power_of_two(i), Int256{});
    }
}

TEST(Int256, BecomesTheDoubleOfItsValue) {
    for (int i = 0; i < 255; ++i) {
        ASSERT_EQ(static_cast<double>(power_of_two(i)), std::ldexp(1.0, i));
        ASSERT_EQ(static_cast<double>(-power_of_two(i)), -std::ldexp(1.0, i));
    }
    for (std::uint64_t i = 0; i < 300; ++i) {
        const Int128 value = random_int128(i);
        ASSERT_EQ(static_cast<double>(Int256{value}), static_cast<double>(value));
    }
    EXPECT_EQ(static_cast<double>(Int256{}), 0.0);
}

TEST(Int256, LowestValueBecomesADouble) {
    EXPECT_EQ(static_cast<double>(power_of_two(255)), -0x1p255);  // wrapped: it is its own negative
}

}  // namespace
}  // namespace drover
