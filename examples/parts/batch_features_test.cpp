#include "batch_features.hpp"
#include <drover/herd/features/pairs.hpp>
#include "one_of_d.hpp"

#include "feature_checks.hpp"

namespace drover {
namespace {

using PairBatch = BatchFeatures<PairFeatures<Signs>>;
static_assert(FeatureMap<PairBatch, WeightSpan<std::int64_t>> && BoundedFeatures<PairBatch>);
static_assert(!BoundedFeatures<BatchFeatures<RealStateTable>>);

TEST(BatchFeatures, AreTheSumOverTheStates) {
    testing::Dice dice{1};
    const PairFeatures<Signs> inner{5};
    const auto rows = testing::random_rows(dice, 7, 5);
    std::vector<std::int64_t> expected(inner.feature_count());
    for (const BitRow& row : rows) {
        const auto phi = testing::full_features(inner, row);
        for (std::size_t a = 0; a < phi.size(); ++a) expected[a] += phi[a];
    }
    const PairBatch batch{inner, 7};
    EXPECT_EQ(batch.batch_size(), 7U);
    EXPECT_EQ(batch.feature_count(), inner.feature_count());
    EXPECT_EQ(testing::full_features(batch, rows), expected);
}

TEST(BatchFeatures, ScoreAndBoundsAgreeWithVisit) {
    testing::Dice dice{2};
    for (std::size_t size = 1; size < 6; ++size) {
        const BatchFeatures<PairFeatures<Indicators>> batch{PairFeatures<Indicators>{4}, size};
        const auto rows = testing::random_rows(dice, size, 4);
        testing::expect_score_is_inner_product(batch, rows, testing::random_weights(dice, 24));
        testing::expect_within_bounds(batch, rows);
    }
}

TEST(BatchFeatures, BoundsAreReachedByEqualStates) {
    const BatchFeatures<OneOfD> batch{OneOfD{3}, 4};
    EXPECT_EQ(testing::full_features(batch, {1, 1, 1, 1}), (std::vector<std::int64_t>{0, 4, 0}));
    EXPECT_EQ(batch.bounds().highest, 4);
    EXPECT_EQ(batch.bounds().total, 4);
    EXPECT_EQ(batch.bounds().lowest, 0);
}

TEST(BatchFeatures, OfNoStateAreZero) {
    const BatchFeatures<OneOfD> batch{OneOfD{2}, 0};
    EXPECT_EQ(testing::full_features(batch, {}), (std::vector<std::int64_t>{0, 0}));
    testing::expect_score_is_inner_product(batch, {}, {5, 6});
}

}  // namespace
}  // namespace drover
