#include <drover/number/exp.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <drover/number/philox.hpp>

namespace drover {
namespace {

// In units of the last place of the double nearest to the truth.
double error_in_units(double x) {
    const long double truth = std::exp(static_cast<long double>(x));
    const auto nearest = static_cast<double>(truth);
    const double unit = std::nextafter(nearest, std::numeric_limits<double>::infinity()) - nearest;
    return static_cast<double>(std::abs(static_cast<long double>(portable_exp(x)) - truth)) / unit;
}

TEST(PortableExp, StaysWithinAboutOneUnitInTheLastPlace) {
    if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "no wider number to compare with";
    const CounterRandom random{1};
    double worst = 0;
    for (std::uint64_t i = 0; i < 400'000; ++i) {
        const double width = i % 2 == 0 ? 1 : 708;
        worst = std::max(worst, error_in_units(width * (2 * random.uniform(i) - 1)));
    }
    EXPECT_LT(worst, 1.1);
    EXPECT_GT(worst, 0.5);
}

TEST(PortableExp, LosesOnlyTheBitsThatTheResultCannotHold) {
    if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "no wider number to compare with";
    for (int i = 0; i < 600; ++i) EXPECT_LT(error_in_units(-745.1 + i / 16.0), 1.1) << i;
    for (int i = 0; i < 28; ++i) EXPECT_LT(error_in_units(708 + i / 16.0), 1.1) << i;
}

TEST(PortableExp, HasTheValuesThatAreExact) {
    EXPECT_EQ(portable_exp(0), 1);
    EXPECT_EQ(portable_exp(-0.0), 1);
    EXPECT_EQ(portable_exp(1e-300), 1);
    EXPECT_EQ(portable_exp(-746), 0);
    EXPECT_EQ(portable_exp(-1e300), 0);
    EXPECT_EQ(portable_exp(-std::numeric_limits<double>::infinity()), 0);
    EXPECT_EQ(portable_exp(710), std::numeric_limits<double>::infinity());
    EXPECT_EQ(portable_exp(std::numeric_limits<double>::infinity()), std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(portable_exp(std::numeric_limits<double>::quiet_NaN())));
    EXPECT_LT(portable_exp(709.78), std::numeric_limits<double>::infinity());
    EXPECT_EQ(portable_exp(-745.1), std::numeric_limits<double>::denorm_min());
}

// Recorded on one machine; every other has to give these bits.
TEST(PortableExp, HasTheSameBitsEverywhere) {
    EXPECT_EQ(portable_exp(1), 0x1.5bf0a8b14576ap+1);
    EXPECT_EQ(portable_exp(-1), 0x1.78b56362cef38p-2);
    EXPECT_EQ(portable_exp(-0.3), 0x1.7b4c869c37c05p-1);
    EXPECT_EQ(portable_exp(-37.25), 0x1.3278bcd70e981p-54);
    EXPECT_EQ(portable_exp(-699.9), 0x1.32132bfae6577p-1010);
    EXPECT_EQ(portable_exp(705.5), 0x1.c45e11e24d6e6p+1017);
}

}  // namespace
}  // namespace drover
