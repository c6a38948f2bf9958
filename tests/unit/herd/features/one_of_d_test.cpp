#include "one_of_d.hpp"

#include "expect.hpp"
#include "feature_checks.hpp"

namespace drover {
namespace {

static_assert(FeatureMap<OneOfD, WeightSpan<std::int64_t>> && ListedStates<OneOfD> &&
              BoundedFeatures<OneOfD>);

TEST(OneOfD, HasOneIndicatorForEachValue) {
    const OneOfD variable{4};
    EXPECT_EQ(variable.state_count(), 4U);
    EXPECT_EQ(variable.feature_count(), 4U);
    for (std::size_t s = 0; s < 4; ++s) {
        std::vector<std::int64_t> unit(4);
        unit[s] = 1;
        EXPECT_EQ(testing::full_features(variable, s), unit);
    }
}

TEST(OneOfD, ScoreAndBoundsAgreeWithVisit) {
    testing::Dice dice{1};
    for (std::size_t count = 1; count < 8; ++count) {
        const OneOfD variable{count};
        for (std::size_t s = 0; s < count; ++s) {
            testing::expect_score_is_inner_product(variable, s, testing::random_weights(dice, count));
            testing::expect_within_bounds(variable, s);
        }
    }
}

TEST(OneOfD, RefusesToHaveNoValue) { EXPECT_INPUT_ERROR(OneOfD{0}, "OneOfD: expected at least one value"); }

}  // namespace
}  // namespace drover
