#include <drover/herd/features/state_table.hpp>

#include "expect.hpp"
#include "feature_checks.hpp"

namespace drover {
namespace {

static_assert(FeatureMap<StateTable, WeightSpan<std::int64_t>> && ListedStates<StateTable>);
static_assert(BoundedFeatures<StateTable> && !BoundedFeatures<RealStateTable>);

TEST(StateTable, HasARowForEachState) {
    const StateTable table{{1, 0, -2}, {0, 5, 3}};
    EXPECT_EQ(table.state_count(), 2U);
    EXPECT_EQ(table.feature_count(), 3U);
    EXPECT_EQ(testing::full_features(table, 0), (std::vector<std::int64_t>{1, 0, -2}));
    EXPECT_EQ(testing::full_features(table, 1), (std::vector<std::int64_t>{0, 5, 3}));
    EXPECT_EQ(table.row(1)[2], 3);
}

TEST(StateTable, IsTheSameFromRowsAndFromOneBlock) {
    const StateTable block{std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}, 2};
    EXPECT_EQ(block.state_count(), 3U);
    EXPECT_EQ(testing::full_features(block, 2),
              testing::full_features(StateTable{{1, 2}, {3, 4}, {5, 6}}, 2));
}

TEST(StateTable, VisitsOnlyFeaturesThatAreNotZero) {
    std::vector<std::size_t> seen;
    StateTable{{0, 7, 0, -1}}.visit(0, [&](std::size_t a, std::int64_t) { seen.push_back(a); });
    EXPECT_EQ(seen, (std::vector<std::size_t>{1, 3}));
}

TEST(StateTable, ScoreAndBoundsAgreeWithVisit) {
    testing::Dice dice{1};
    for (int round = 0; round < 30; ++round) {
        const StateTable table = testing::random_table(dice, 5, 4);
        for (std::size_t s = 0; s < table.state_count(); ++s) {
            testing::expect_score_is_inner_product(table, s, testing::random_weights(dice, 4));
            testing::expect_within_bounds(table, s);
        }
    }
}

TEST(StateTable, BoundsIncludeZeroAndAreTight) {
    const FeatureBounds bounds = StateTable{{3, 4}, {9, 1}}.bounds();
    EXPECT_EQ(bounds.lowest, 0);
    EXPECT_EQ(bounds.highest, 9);
    EXPECT_EQ(bounds.total, 10);
    const FeatureBounds negative = StateTable{{-3, -4}}.bounds();
    EXPECT_EQ(negative.lowest, -4);
    EXPECT_EQ(negative.highest, 0);
    EXPECT_EQ(negative.total, 7);
}

TEST(StateTable, BoundsHoldForTheLowestInt64) {
    const FeatureBounds bounds = StateTable{{INT64_MIN, INT64_MIN}}.bounds();
    EXPECT_EQ(bounds.lowest, INT64_MIN);
    EXPECT_EQ(bounds.total, -2 * Int128{INT64_MIN});
}

TEST(StateTable, MayHoldOneStateOfZeros) {
    const StateTable table{{0}};
    EXPECT_EQ(testing::full_features(table, 0), (std::vector<std::int64_t>{0}));
    EXPECT_EQ(table.score(WeightSpan<std::int64_t>{std::vector<std::int64_t>{5}}, 0), 0);
}

TEST(RealStateTable, ScoresRealFeatures) {
    const RealStateTable table{{0.5, -1.25}, {0.0, 2.0}};
    const std::vector<double> weights{2, 4};
    EXPECT_EQ(table.score(WeightSpan<double>{weights}, 0), -4.0);
    EXPECT_EQ(table.score(WeightSpan<double>{weights}, 1), 8.0);
}

TEST(StateTable, RefusesWhatIsNoTable) {
    EXPECT_INPUT_ERROR((StateTable{std::vector<std::int64_t>{1, 2, 3}, 2}),
                       "StateTable: 3 numbers do not form complete rows of 2");
    EXPECT_INPUT_ERROR((StateTable{std::vector<std::int64_t>{1}, 0}),
                       "StateTable: expected at least one feature");
    EXPECT_INPUT_ERROR((StateTable{std::vector<std::int64_t>{}, 2}),
                       "StateTable: expected at least one state");
    EXPECT_INPUT_ERROR((StateTable{{1, 2}, {3, 4, 5}}), "StateTable: expected rows of equal length");
}

}  // namespace
}  // namespace drover
