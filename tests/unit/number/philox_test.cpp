#include <gtest/gtest.h>

#include <vector>

#include <drover/number/philox.hpp>

namespace drover {
namespace {

using Block = std::array<std::uint32_t, 4>;

TEST(Philox, GivesThePublishedAnswersOfRandom123) {
    constexpr std::uint32_t ones = 0xffffffffU;
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U}));
    EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
              (Block{0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U, 0x6d5451fdU}));
    EXPECT_EQ(philox({0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U}, {0xa4093822U, 0x299f31d0U}),
              (Block{0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U}));
}

TEST(CounterRandom, BitsAreTheFirstTwoWordsLowWordFirst) {
    EXPECT_EQ(CounterRandom{0}.bits(0), 0xe169c58d6627e8d5U);
    EXPECT_EQ((CounterRandom{0x299f31d0a4093822U, 0x0370734413198a2eU}.bits(0x85a308d3243f6a88U)),
              0x94fdccebd16cfe09U);
}

TEST(CounterRandom, DependsOnSeedStreamAndIndexAlone) {
    const CounterRandom random{42, 7};
    EXPECT_EQ(random.bits(5), (CounterRandom{42, 7}.bits(5)));
    EXPECT_NE(random.bits(5), random.bits(6));
    EXPECT_NE(random.bits(5), (CounterRandom{42, 8}.bits(5)));
    EXPECT_NE(random.bits(5), (CounterRandom{43, 7}.bits(5)));
}

// The bits were checked against an implementation in another language.
TEST(CounterRandom, KeepsItsRecordedSequence) {
    const CounterRandom random{42, 7};
    EXPECT_EQ(random.bits(0), 0xe55410cc67ee6f2cU);
    EXPECT_EQ(random.bits(1), 0x600f6196e5dde940U);
    EXPECT_EQ(random.bits(2), 0xf000aacd24ecfc6eU);
    EXPECT_EQ(random.uniform(0), 0x1.caa82198cfdcdp-1);
    EXPECT_EQ(random.uniform(1), 0x1.803d865b9777ap-2);
    EXPECT_EQ(random.uniform(2), 0x1.e001559a49d9fp-1);
}

TEST(CounterRandom, KeepsItsRecordedNormals) {
    const CounterRandom random{42, 7};
    EXPECT_EQ(random.normal(0), 0x1.420fdd4ad2613p+0);
    EXPECT_EQ(random.normal(1), -0x1.45a7298f28dbfp-2);
    EXPECT_EQ(random.normal(2), 0x1.88c18ca413acfp+0);
    EXPECT_EQ(random.normal(3), -0x1.16fae0192b02bp-6);
    EXPECT_EQ(random.normal(4), -0x1.ed9e4d91e1daap-1);
    EXPECT_EQ(random.normal(5), 0x1.6217e5fcdcd32p+0);
}

TEST(CounterRandom, UniformIsStrictlyBetweenZeroAndOne) {
    const CounterRandom random{1};
    double sum = 0;
    for (std::uint64_t i = 0; i < 100'000; ++i) {
        const double u = random.uniform(i);
        ASSERT_GT(u, 0.0);
        ASSERT_LT(u, 1.0);
        sum += u;
    }
    EXPECT_NEAR(sum / 100'000, 0.5, 0.004);  // more than 4 standard errors
}

TEST(CounterRandom, BelowStaysInRangeAndReachesEveryValue) {
    const CounterRandom random{2};
    std::vector<int> hits(7);
    for (std::uint64_t i = 0; i < 7'000; ++i) ++hits.at(random.below(i, 7));
    for (const int hit : hits) EXPECT_NEAR(hit, 1'000, 150);
    for (std::uint64_t i = 0; i < 100; ++i) {
        ASSERT_EQ(random.below(i, 1), 0U);
        ASSERT_LT(random.below(i, ~std::uint64_t{0}), ~std::uint64_t{0});
    }
}

TEST(CounterRandom, NormalsHaveMeanZeroAndVarianceOne) {
    const CounterRandom random{3};
    double sum = 0;
    double squares = 0;
    for (std::uint64_t i = 0; i < 100'000; ++i) {
        const double x = random.normal(i);
        sum += x;
        squares += x * x;
    }
    EXPECT_NEAR(sum / 100'000, 0, 0.015);
    EXPECT_NEAR(squares / 100'000, 1, 0.02);
}

}  // namespace
}  // namespace drover
