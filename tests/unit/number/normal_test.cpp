#include <gtest/gtest.h>

#include <cmath>

#include <drover/number/normal.hpp>
#include <drover/number/philox.hpp>

namespace drover {
namespace {

// EXPECT_DOUBLE_EQ allows four units in the last place.

TEST(PortableLog, IsExactlyZeroAtOne) { EXPECT_EQ(portable_log(1), 0.0); }

TEST(PortableLog, EqualsTheLibraryLogOverTheWholeRange) {
    const CounterRandom random{1};
    std::uint64_t count = 0;
    for (int exponent = -1022; exponent < 1024; ++exponent) {
        const double x = std::ldexp(1 + random.uniform(count++), exponent);
        ASSERT_DOUBLE_EQ(portable_log(x), std::log(x)) << x;
    }
}

TEST(PortableLog, EqualsTheLibraryLogAroundOne) {
    for (int i = -5'000; i < 10'000; ++i) {
        const double x = 1 + i * 1e-4;
        ASSERT_DOUBLE_EQ(portable_log(x), std::log(x)) << x;
    }
    for (const double x : {1 + 0x1p-52, 1 - 0x1p-53, 1 + 0x1p-30, 1 - 0x1p-30}) {
        ASSERT_DOUBLE_EQ(portable_log(x), std::log(x)) << x;
    }
}

TEST(PortableLog, EqualsTheLibraryLogWhereTheMantissaTurns) {
    for (int i = -50; i <= 50; ++i) {
        const double x = std::sqrt(0.5) * (1 + i * 0x1p-52);
        ASSERT_DOUBLE_EQ(portable_log(x), std::log(x)) << x;
        ASSERT_DOUBLE_EQ(portable_log(8 * x), std::log(8 * x)) << x;
    }
}

TEST(NormalQuantile, IsZeroAtOneHalf) { EXPECT_EQ(normal_quantile(0.5), 0.0); }

TEST(NormalQuantile, IsExactlySymmetric) {
    for (int i = 1; i < 1'024; ++i) {
        const double p = i * 0x1p-10;
        ASSERT_EQ(normal_quantile(1 - p), -normal_quantile(p)) << p;
    }
    EXPECT_EQ(normal_quantile(1 - 0x1p-53), -normal_quantile(0x1p-53));
}

TEST(NormalQuantile, Increases) {
    for (int i = 1; i < 4'095; ++i)
        ASSERT_LT(normal_quantile(i * 0x1p-12), normal_quantile((i + 1) * 0x1p-12));
}

// Python 3.11, statistics.NormalDist().inv_cdf.
TEST(NormalQuantile, HasTheKnownValues) {
    EXPECT_DOUBLE_EQ(normal_quantile(0.975), 1.959963984540054);
    EXPECT_DOUBLE_EQ(normal_quantile(0.25), -0.6744897501960817);
    EXPECT_DOUBLE_EQ(normal_quantile(0.6), 0.2533471031357998);
    EXPECT_DOUBLE_EQ(normal_quantile(0.425), -0.1891184262727925);
    EXPECT_DOUBLE_EQ(normal_quantile(0.9), 1.2815515655446008);
    EXPECT_DOUBLE_EQ(normal_quantile(0.075), -1.4395314709384557);   // the last of the centre
    EXPECT_DOUBLE_EQ(normal_quantile(0.0749), -1.4402382675279632);  // the first of the tail
    EXPECT_DOUBLE_EQ(normal_quantile(0.001), -3.090232306167813);
    EXPECT_DOUBLE_EQ(normal_quantile(0.9999), 3.7190164854557084);
}

TEST(NormalQuantile, HasTheKnownValuesFarOut) {
    EXPECT_DOUBLE_EQ(normal_quantile(1e-10), -6.361340902404056);
    EXPECT_DOUBLE_EQ(normal_quantile(0x1p-53), -8.209536151601386);
    EXPECT_DOUBLE_EQ(normal_quantile(1e-20), -9.262340089798405);
    EXPECT_DOUBLE_EQ(normal_quantile(1e-100), -21.27345356096532);
    EXPECT_DOUBLE_EQ(normal_quantile(1e-300), -37.0470962993612);
}

TEST(NormalQuantile, InvertsTheDistributionFunction) {
    for (int i = 1; i < 1'000; ++i) {
        const double p = i * 1e-3;
        ASSERT_NEAR(std::erfc(-normal_quantile(p) / std::sqrt(2.0)) / 2, p, 1e-15);
    }
}

}  // namespace
}  // namespace drover
