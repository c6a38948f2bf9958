#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <drover/core/number_text.hpp>
#include <drover/number/philox.hpp>

namespace drover {
namespace {

TEST(Shortest, IsTheShortestTextOfTheNumber) {
    EXPECT_EQ(shortest(0.1), "0.1");
    EXPECT_EQ(shortest(1.0 / 3), "0.3333333333333333");
    EXPECT_EQ(shortest(5), "5");
    EXPECT_EQ(shortest(0), "0");
    EXPECT_EQ(shortest(-0.0), "-0");
    EXPECT_EQ(shortest(1e300), "1e+300");
    EXPECT_EQ(shortest(std::numeric_limits<double>::denorm_min()), "5e-324");
}

TEST(Shortest, ReadsBackAsTheSameDouble) {
    const CounterRandom random{5};
    for (std::uint64_t i = 0; i < 2'000; ++i) {
        const double value =
            std::ldexp(random.uniform(i) - 0.5, static_cast<int>(random.below(i, 1800)) - 900);
        ASSERT_EQ(std::stod(shortest(value)), value) << shortest(value);
    }
}

TEST(Rounded, KeepsThatManySignificantDigits) {
    EXPECT_EQ(rounded(0.000123456789), "0.000123457");
    EXPECT_EQ(rounded(1.5e-7), "1.5e-07");
    EXPECT_EQ(rounded(2.0 / 3, 3), "0.667");
    EXPECT_EQ(rounded(123456.7, 4), "1.235e+05");
    EXPECT_EQ(rounded(0), "0");
}

}  // namespace
}  // namespace drover
