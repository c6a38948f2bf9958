#include <drover/herd/features/pairs.hpp>

#include "expect.hpp"
#include "feature_checks.hpp"

namespace drover {
namespace {

template <class Coding>
class PairFeaturesOf : public ::testing::Test {};
using Codings = ::testing::Types<Indicators, Signs>;
TYPED_TEST_SUITE(PairFeaturesOf, Codings);

TYPED_TEST(PairFeaturesOf, IsABinaryModelWithBounds) {
    using F = PairFeatures<TypeParam>;
    EXPECT_TRUE((BinaryModel<F, WeightSpan<std::int64_t>>));
    EXPECT_TRUE((BinaryModel<F, WeightSpan<double>>));
    EXPECT_TRUE(BoundedFeatures<F>);
    EXPECT_FALSE(ListedStates<F>);
}

TYPED_TEST(PairFeaturesOf, VisitScoreGainAndBoundsAgree) {
    testing::Dice dice{1};
    for (const std::size_t n : {2U, 3U, 5U, 9U, 70U})
        testing::expect_consistent(PairFeatures<TypeParam>{n}, dice);
}

TYPED_TEST(PairFeaturesOf, BoundsAreReached) {
    const PairFeatures<TypeParam> f{6};
    std::int64_t total = 0;
    for (const std::int64_t value : testing::full_features(f, BitRow{1, 0, 1, 1, 0, 0}))
        total += std::abs(value);
    EXPECT_EQ(total, f.bounds().total);
}

TYPED_TEST(PairFeaturesOf, NeedsTwoVariables) {
    EXPECT_INPUT_ERROR(PairFeatures<TypeParam>{1}, "PairFeatures: expected at least 2 variables, got 1");
    EXPECT_INPUT_ERROR(PairFeatures<TypeParam>{0}, "PairFeatures: expected at least 2 variables, got 0");
}

TYPED_TEST(PairFeaturesOf, PairIndexCountsThePairsInOrder) {
    for (std::size_t n = 2; n < 12; ++n) {
        const PairFeatures<TypeParam> f{n};
        std::size_t expected = 0;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = i + 1; j < n; ++j) ASSERT_EQ(f.pair_index(i, j), expected++);
        }
        EXPECT_EQ(f.pair_count(), expected);
    }
}

TEST(PairIndicators, NameTheCellOfEachPair) {
    const PairFeatures<Indicators> f{5};
    EXPECT_EQ(f.feature_count(), 40U);
    const BitRow s{1, 0, 1, 1, 0};
    const auto phi = testing::full_features(f, s);
    for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t j = i + 1; j < 5; ++j) {
            for (std::size_t cell = 0; cell < 4; ++cell) {
                const bool hit = cell == (s[i] ? 2U : 0U) + (s[j] ? 1U : 0U);
                ASSERT_EQ(phi[4 * f.pair_index(i, j) + cell], hit ? 1 : 0);
            }
        }
    }
}

TEST(PairSigns, AreTheVariablesThenTheProducts) {
    const PairFeatures<Signs> f{3};
    EXPECT_EQ(testing::full_features(f, BitRow{1, 0, 1}), (std::vector<std::int64_t>{1, -1, 1, -1, 1, -1}));
    EXPECT_EQ(testing::full_features(f, BitRow{0, 0, 0}), (std::vector<std::int64_t>{-1, -1, -1, 1, 1, 1}));
}

// <phi(x), phi(y)> = C(m, 2) for m agreeing variables; so the norm is the same for every state.
TEST(PairIndicators, HaveConstantNormAndCountAgreeingPairs) {
    const PairFeatures<Indicators> f{5};
    for (std::uint64_t x = 0; x < 32; ++x) {
        const auto phi = testing::full_features(f, BitRow::from_index(x, 5));
        ASSERT_EQ(testing::inner_product(phi, phi), 10);
        for (std::uint64_t y = 0; y < 32; ++y) {
            const std::int64_t m = 5 - std::popcount(x ^ y);
            ASSERT_EQ(testing::inner_product(phi, testing::full_features(f, BitRow::from_index(y, 5))),
                      m * (m - 1) / 2);
        }
    }
}

TEST(PairSigns, HaveConstantNorm) {
    const PairFeatures<Signs> f{5};
    for (std::uint64_t x = 0; x < 32; ++x) {
        const auto phi = testing::full_features(f, BitRow::from_index(x, 5));
        ASSERT_EQ(testing::inner_product(phi, phi), 15);
    }
}

}  // namespace
}  // namespace drover
