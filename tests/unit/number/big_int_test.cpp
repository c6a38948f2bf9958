#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <drover/number/big_int.hpp>
#include <drover/number/philox.hpp>

namespace drover {
namespace {

// Numbers of every length, with runs of equal bits: those make carries and the rare steps of a division.
class Numbers {
  public:
    explicit Numbers(std::uint64_t seed) : random_{seed} {}

    std::uint64_t below(std::uint64_t bound) { return random_.below(count_++, bound); }
    Int128 narrow(unsigned max_bits) {
        const std::uint64_t bits = below(max_bits) + 1;
        UInt128 value = 0;
        for (std::uint64_t i = 0; i < bits; i += run_) {
            run_ = below(40) + 1;
            const UInt128 bit = below(2);
            for (std::uint64_t k = i; k < i + run_ && k < bits; ++k) value = value * 2U + bit;
        }
        return below(2) == 0 ? static_cast<Int128>(value) : -static_cast<Int128>(value);
    }
    BigInt wide(int factor_count) {
        BigInt value = narrow(126);
        for (int i = 0; i < factor_count; ++i) value = value * narrow(126) + narrow(126);
        return value;
    }

  private:
    CounterRandom random_;
    std::uint64_t count_ = 0;
    std::uint64_t run_ = 1;
};

int sign_of(std::strong_ordering order) { return std::is_lt(order) ? -1 : (std::is_gt(order) ? 1 : 0); }

TEST(BigInt, AgreesWithInt128WhereThatSuffices) {
    Numbers numbers{1};
    for (int i = 0; i < 5'000; ++i) {
        const Int128 a = numbers.narrow(126);
        const Int128 b = numbers.narrow(126);
        ASSERT_EQ(BigInt{a} + b, BigInt{a + b});
        ASSERT_EQ(BigInt{a} - b, BigInt{a - b});
        ASSERT_EQ(sign_of(BigInt{a} <=> b), a < b ? -1 : (a > b ? 1 : 0));
        ASSERT_EQ(to_string(BigInt{a}), to_string(a));
        ASSERT_EQ(-BigInt{a}, BigInt{-a});
        ASSERT_EQ(BigInt{a}.to_int128(), a);
        ASSERT_EQ(greatest_common_divisor(BigInt{a}, BigInt{b}), BigInt{greatest_common_divisor(a, b)});
        const Int128 c = numbers.narrow(63);
        const Int128 d = numbers.narrow(63);
        ASSERT_EQ(BigInt{c} * d, BigInt{c * d});
        if (b != 0) {
            ASSERT_EQ(BigInt{a} / b, BigInt{a / b});
            ASSERT_EQ(BigInt{a} % b, BigInt{a % b});
        }
    }
}

TEST(BigInt, HoldsTheEndsOfInt128) {
    const BigInt highest{int128_max};
    const BigInt lowest{-int128_max - 1};
    EXPECT_EQ(to_string(highest), "170141183460469231731687303715884105727");
    EXPECT_EQ(to_string(lowest), "-170141183460469231731687303715884105728");
    EXPECT_EQ(highest + lowest, BigInt{-1});
    EXPECT_EQ(lowest.bit_length(), 128U);
    EXPECT_TRUE(highest.to_int128() == int128_max);
    EXPECT_TRUE(lowest.to_int128() == -int128_max - 1);
    EXPECT_FALSE((highest + 1).to_int128().has_value());
    EXPECT_FALSE((lowest - 1).to_int128().has_value());
    EXPECT_FALSE((highest * highest).to_int128().has_value());
}

TEST(BigInt, ZeroHasOneForm) {
    const BigInt seven = 7;
    const BigInt zero = seven - 7;
    EXPECT_EQ(zero, BigInt{});
    EXPECT_EQ(zero, -zero);
    EXPECT_EQ(zero, -seven * 0);
    EXPECT_EQ(zero, -seven % seven);
    EXPECT_EQ(zero, BigInt{-3} / seven);
    EXPECT_EQ(zero.sign(), 0);
    EXPECT_EQ(zero.bit_length(), 0U);
    EXPECT_EQ(to_string(zero), "0");
}

TEST(BigInt, KeepsTheLawsOfARingAtLargeSizes) {
    Numbers numbers{2};
    for (int i = 0; i < 2'000; ++i) {
        const BigInt a = numbers.wide(i % 7);
        const BigInt b = numbers.wide(i % 5);
        const BigInt c = numbers.wide(i % 3);
        ASSERT_EQ(a * (b + c), a * b + a * c);
        ASSERT_EQ((a + b) * (a - b), a * a - b * b);
        ASSERT_EQ(a * b * c, c * b * a);
        ASSERT_EQ(a - b, -(b - a));
        ASSERT_EQ(sign_of(a <=> b), (a - b).sign());
    }
}

TEST(BigInt, DividesExactlyAndWithRemainderAtLargeSizes) {
    Numbers numbers{3};
    for (int i = 0; i < 5'000; ++i) {
        const BigInt a = numbers.wide(i % 7);
        const BigInt b = numbers.wide(i % 4);
        if (b.sign() == 0) continue;
        ASSERT_EQ(a * b / b, a);
        const auto [quotient, remainder] = divide(a, b);
        ASSERT_EQ(quotient * b + remainder, a);
        const BigInt size = b.sign() < 0 ? -b : b;
        ASSERT_TRUE(-size < remainder && remainder < size);
        ASSERT_TRUE(remainder.sign() == 0 || remainder.sign() == a.sign());
    }
}

// The guess of a quotient limb must be corrected after the subtraction: probability 2^-31 for random limbs.
TEST(BigInt, CorrectsAGuessedLimbThatIsTooLarge) {
    const auto number = [](std::initializer_list<std::int64_t> limbs_from_top) {
        BigInt value;
        for (const std::int64_t limb : limbs_from_top) value = value * 0x1'0000'0000 + limb;
        return value;
    };
    const BigInt a = number({0x7fffffff, 0x80000000, 0, 0});
    const BigInt b = number({0x80000000, 0, 0xffffffff});
    const auto [quotient, remainder] = divide(a, b);
    EXPECT_EQ(quotient, BigInt{0xfffffffe});
    EXPECT_EQ(quotient * b + remainder, a);
}

TEST(BigInt, WritesFactorials) {
    BigInt factorial = 1;
    for (int i = 1; i <= 40; ++i) factorial = factorial * -i;
    EXPECT_EQ(to_string(factorial), "815915283247897734345611269596115894272000000000");
    for (int i = 40; i >= 1; --i) factorial = factorial / -i;
    EXPECT_EQ(factorial, BigInt{1});
}

TEST(BigInt, ScaledIsCloseEvenBeyondDouble) {
    BigInt power = 1;
    for (int i = 0; i < 50; ++i) power = power * (Int128{1} << 100U);
    EXPECT_EQ(power.bit_length(), 5001U);
    EXPECT_EQ(power.scaled(5000), 1.0);
    EXPECT_EQ((-power * 3).scaled(5002), -0.75);
    EXPECT_EQ(power.scaled(9000), 0.0);
    EXPECT_EQ(BigInt{-5}.scaled(1), -2.5);
    EXPECT_EQ(BigInt{}.scaled(3), 0.0);
    const Int128 odd = (Int128{1} << 120U) - 1;
    EXPECT_LE(std::abs((power * odd).scaled(5120) - 1), 0x1p-52);
}

}  // namespace
}  // namespace drover
