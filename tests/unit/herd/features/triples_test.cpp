#include <drover/herd/features/triples.hpp>

#include "expect.hpp"
#include "feature_checks.hpp"

namespace drover {
namespace {

template <class Coding>
class TripleFeaturesOf : public ::testing::Test {};
using Codings = ::testing::Types<Indicators, Signs>;
TYPED_TEST_SUITE(TripleFeaturesOf, Codings);

TYPED_TEST(TripleFeaturesOf, IsABinaryModelWithBounds) {
    using F = TripleFeatures<TypeParam>;
    EXPECT_TRUE((BinaryModel<F, WeightSpan<std::int64_t>>));
    EXPECT_TRUE((BinaryModel<F, WeightSpan<double>>));
    EXPECT_TRUE(BoundedFeatures<F>);
}

TYPED_TEST(TripleFeaturesOf, VisitScoreGainAndBoundsAgree) {
    testing::Dice dice{1};
    for (const std::size_t n : {3U, 4U, 5U, 8U, 17U})
        testing::expect_consistent(TripleFeatures<TypeParam>{n}, dice);
}

TYPED_TEST(TripleFeaturesOf, BoundsAreReached) {
    const TripleFeatures<TypeParam> f{6};
    std::int64_t total = 0;
    for (const std::int64_t value : testing::full_features(f, BitRow{1, 0, 1, 1, 0, 0}))
        total += std::abs(value);
    EXPECT_EQ(total, f.bounds().total);
}

TYPED_TEST(TripleFeaturesOf, NeedsThreeVariables) {
    EXPECT_INPUT_ERROR(TripleFeatures<TypeParam>{2}, "TripleFeatures: expected at least 3 variables, got 2");
    EXPECT_INPUT_ERROR(TripleFeatures<TypeParam>{0}, "TripleFeatures: expected at least 3 variables, got 0");
}

TYPED_TEST(TripleFeaturesOf, TripleIndexCountsTheTriplesInOrder) {
    for (std::size_t n = 3; n < 12; ++n) {
        const TripleFeatures<TypeParam> f{n};
        std::size_t expected = 0;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = i + 1; j < n; ++j) {
                for (std::size_t k = j + 1; k < n; ++k) ASSERT_EQ(f.triple_index(i, j, k), expected++);
            }
        }
        EXPECT_EQ(f.triple_count(), expected);
    }
}

TEST(TripleIndicators, NameTheCellOfEachTriple) {
    const TripleFeatures<Indicators> f{4};
    EXPECT_EQ(f.feature_count(), 32U);
    std::vector<std::size_t> seen;
    f.visit(BitRow{1, 0, 1, 1}, [&](std::size_t a, std::int64_t value) {
        EXPECT_EQ(value, 1);
        seen.push_back(a);
    });
    // (0,1,2) is 101, (0,1,3) is 101, (0,2,3) is 111, (1,2,3) is 011.
    EXPECT_EQ(seen, (std::vector<std::size_t>{5, 8 + 5, 16 + 7, 24 + 3}));
}

TEST(TripleSigns, AreThePairSignsThenTheProductsOfThree) {
    const TripleFeatures<Signs> f{5};
    EXPECT_EQ(f.feature_count(), 25U);
    testing::Dice dice{2};
    for (const BitRow& s : testing::random_rows(dice, 20, 5)) {
        auto expected = testing::full_features(PairFeatures<Signs>{5}, s);
        for (std::size_t i = 0; i < 5; ++i) {
            for (std::size_t j = i + 1; j < 5; ++j) {
                for (std::size_t k = j + 1; k < 5; ++k) {
                    expected.push_back((s[i] != s[j]) != s[k] ? 1 : -1);
                }
            }
        }
        ASSERT_EQ(testing::full_features(f, s), expected);
    }
}

// <phi(x), phi(y)> = C(m, 3) for m agreeing variables; so the norm is the same for every state.
TEST(TripleIndicators, HaveConstantNormAndCountAgreeingTriples) {
    const TripleFeatures<Indicators> f{5};
    for (std::uint64_t x = 0; x < 32; ++x) {
        const auto phi = testing::full_features(f, BitRow::from_index(x, 5));
        ASSERT_EQ(testing::inner_product(phi, phi), 10);
        for (std::uint64_t y = 0; y < 32; ++y) {
            const std::int64_t m = 5 - std::popcount(x ^ y);
            ASSERT_EQ(testing::inner_product(phi, testing::full_features(f, BitRow::from_index(y, 5))),
                      m * (m - 1) * (m - 2) / 6);
        }
    }
}

}  // namespace
}  // namespace drover
