#include <drover/herd/features/triples.hpp>
#include <drover/herd/moments/measure.hpp>
#include "one_of_d.hpp"

#include "expect.hpp"
#include "feature_checks.hpp"

namespace drover {
namespace {

using Counts = std::vector<std::int64_t>;

TEST(Measure, CountsEachFeatureOverTheRows) {
    const Moments moments = measure(OneOfD{3}, std::vector<std::size_t>{0, 2, 2, 0, 2});
    EXPECT_EQ(moments.counts, (Counts{2, 0, 3}));
    EXPECT_EQ(moments.total, 5);
    EXPECT_TRUE(moments.names.empty());
}

TEST(Measure, SumsSignedFeaturesExactly) {
    const StateTable table{{1, -2}, {-3, 4}};
    EXPECT_EQ(measure(table, std::vector<std::size_t>{0, 0, 1}).counts, (Counts{-1, 0}));
}

TEST(Measure, EqualsTheSumOfTheFullFeatures) {
    testing::Dice dice{1};
    const TripleFeatures<Signs> features{6};
    const auto rows = testing::random_rows(dice, 40, 6);
    Counts expected(features.feature_count());
    for (const BitRow& row : rows) {
        const auto phi = testing::full_features(features, row);
        for (std::size_t a = 0; a < phi.size(); ++a) expected[a] += phi[a];
    }
    EXPECT_EQ(measure(features, rows).counts, expected);
}

TEST(Measure, OfIndicatorsSpreadsEveryRowOverTheCellsOfEachPair) {
    testing::Dice dice{2};
    const PairFeatures<Indicators> features{5};
    const Moments moments = measure(features, testing::random_rows(dice, 33, 5));
    for (std::size_t pair = 0; pair < features.pair_count(); ++pair) {
        std::int64_t sum = 0;
        for (std::size_t cell = 0; cell < 4; ++cell) sum += moments.counts[4 * pair + cell];
        EXPECT_EQ(sum, moments.total);
    }
}

TEST(Measure, OfOneRowIsItsFeatures) {
    const PairFeatures<Signs> features{4};
    const BitRow row{1, 0, 0, 1};
    const Moments moments = measure(features, std::vector{row});
    EXPECT_EQ(moments.counts, testing::full_features(features, row));
    EXPECT_EQ(moments.total, 1);
}

TEST(Measure, RefusesEmptyData) {
    EXPECT_INPUT_ERROR(measure(OneOfD{2}, std::vector<std::size_t>{}),
                       "measure: expected at least one row, got none");
}

}  // namespace
}  // namespace drover
