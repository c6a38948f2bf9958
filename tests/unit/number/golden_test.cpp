#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include <drover/number/golden.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

TEST(GoldenNumber, IsZeroOnlyForZero) {
    EXPECT_EQ((GoldenNumber{0, 0}.sign()), 0);
    EXPECT_EQ((GoldenNumber{1, 0}.sign()), 1);
    EXPECT_EQ((GoldenNumber{-1, 0}.sign()), -1);
    EXPECT_EQ((GoldenNumber{0, 1}.sign()), 1);
    EXPECT_EQ((GoldenNumber{0, -1}.sign()), -1);
    EXPECT_EQ((GoldenNumber{1, 2}.sign()), 1);  // 2a - b = 0
    EXPECT_EQ((GoldenNumber{-1, -2}.sign()), -1);
}

TEST(GoldenNumber, SignEqualsTheOneInLongDoubleAwayFromZero) {
    testing::Dice dice{1};
    const long double phi = (std::sqrt(5.0L) - 1) / 2;
    for (int i = 0; i < 5'000; ++i) {
        const std::int64_t range = std::int64_t{1} << dice.roll(1, 40);
        const GoldenNumber number{dice.roll(-range, range), dice.roll(-range, range)};
        const long double value =
            static_cast<long double>(number.a) + static_cast<long double>(number.b) * phi;
        if (std::abs(value) < 1e-6L) continue;
        ASSERT_EQ(number.sign(), value > 0 ? 1 : -1) << number.a << " + " << number.b << " phi";
    }
}

// F(n) phi - F(n-1) = -(-phi)^n: ever closer to zero, sides in turn.
TEST(GoldenNumber, SignIsExactForFibonacciPairs) {
    std::int64_t before = 0;
    std::int64_t current = 1;
    for (int n = 1; current < std::int64_t{1} << 60U; ++n) {
        const int expected = n % 2 == 1 ? 1 : -1;
        ASSERT_EQ((GoldenNumber{-before, current}.sign()), expected) << n;
        ASSERT_EQ((GoldenNumber{before, -current}.sign()), -expected) << n;
        before = std::exchange(current, before + current);
    }
}

TEST(GoldenNumber, SignIsExactAtTheEndOfItsRange) {
    constexpr std::int64_t end = (std::int64_t{1} << 60U) - 1;
    EXPECT_EQ((GoldenNumber{end, -end}.sign()), 1);
    EXPECT_EQ((GoldenNumber{-end, end}.sign()), -1);
    EXPECT_EQ((GoldenNumber{end, end}.sign()), 1);
    EXPECT_EQ((GoldenNumber{-end, -end}.sign()), -1);
}

TEST(GoldenNumber, BecomesAnAccurateDoubleWhereItsPartsCancel) {
    std::int64_t before = 0;
    std::int64_t current = 1;
    for (int n = 1; current < std::int64_t{1} << 60U; ++n) {
        const double power = (n % 2 == 1 ? 1 : -1) * std::pow(golden_mean, n);
        ASSERT_NEAR((GoldenNumber{-before, current}.to_double()), power, 1e-13 * std::abs(power)) << n;
        before = std::exchange(current, before + current);
    }
}

TEST(GoldenNumber, BecomesADouble) {
    EXPECT_EQ((GoldenNumber{0, 1}.to_double()), golden_mean);
    EXPECT_EQ((GoldenNumber{3, 0}.to_double()), 3.0);
    EXPECT_NEAR((GoldenNumber{-1, 2}.to_double()), 0.2360679774997897, 1e-15);
    EXPECT_DOUBLE_EQ(golden_mean, (std::sqrt(5.0) - 1) / 2);
}

}  // namespace
}  // namespace drover
