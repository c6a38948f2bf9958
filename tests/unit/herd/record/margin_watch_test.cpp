#include <gtest/gtest.h>

#include <algorithm>

#include <drover/herd/dense_weights.hpp>
#include <drover/herd/record/margin_watch.hpp>

#include "random_models.hpp"

namespace drover::margin_watch_test {
namespace {

struct Shown {
    std::int64_t t;
    const DenseWeights<std::int64_t>& weights;
    Int128 margin;
};

TEST(MarginWatch, EqualsASlowRecomputation) {
    const DenseWeights<std::int64_t> weights{{}, 5};
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        testing::Dice dice{seed};
        std::vector<std::int64_t> margins;
        MarginWatch watch;
        for (std::int64_t t = 1; t <= 50; ++t) {
            margins.push_back(dice.roll(-100, 10));
            watch.record(Shown{t, weights, margins.back()});
        }
        const Margins& result = watch.result();
        EXPECT_EQ(result.steps, 50);
        EXPECT_EQ(result.positive,
                  std::count_if(margins.begin(), margins.end(), [](auto m) { return m > 0; }));
        const auto worst = static_cast<double>(*std::max_element(margins.begin(), margins.end()));
        EXPECT_EQ(result.worst, worst * weights.margin_unit());
        const auto first = std::find_if(margins.begin(), margins.end(), [](auto m) { return m > 0; });
        if (first == margins.end()) {
            EXPECT_EQ(result.first_positive, std::nullopt);
        } else {
            EXPECT_EQ(result.first_positive, first - margins.begin() + 1);
        }
    }
}

TEST(MarginWatch, ZeroIsNotPositive) {
    const DenseWeights<std::int64_t> weights{{}, 1};
    MarginWatch watch;
    watch.record(Shown{1, weights, 0});
    EXPECT_EQ(watch.result().positive, 0);
    EXPECT_EQ(watch.result().worst, 0.0);
}

TEST(MarginWatch, KnowsNoWorstBeforeTheFirstStep) {
    EXPECT_EQ(MarginWatch{}.result().worst, std::nullopt);
    EXPECT_EQ(MarginWatch{}.result().first_positive, std::nullopt);
}

}  // namespace
}  // namespace drover::margin_watch_test
