#include <gtest/gtest.h>

#include <drover/herd/dense_weights.hpp>
#include <drover/herd/lazy_weights.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

static_assert(Weights<LazyWeights<std::int64_t>> && Weights<LazyWeights<Int128>> &&
              Weights<LazyWeights<double>>);

LazyWeightsParts<std::int64_t> random_parts(testing::Dice& dice, std::size_t size) {
    LazyWeightsParts<std::int64_t> parts{.start = {}, .target = {}, .rate = {}, .total = 17, .scale = 34};
    for (std::size_t a = 0; a < size; ++a) {
        parts.start.push_back(dice.roll(-99, 99));
        parts.target.push_back(dice.roll(-99, 99));
        parts.rate.push_back(dice.roll(1, 9));
    }
    return parts;
}

TEST(LazyWeights, EqualDenseWeightsUpdatedInFull) {
    testing::Dice dice{1};
    const auto parts = random_parts(dice, 6);
    LazyWeights<std::int64_t> lazy{parts};
    DenseWeights<std::int64_t> dense{parts.start, parts.scale};
    for (int step = 1; step <= 200; ++step) {
        const auto a = static_cast<std::size_t>(dice.roll(0, 5));
        const std::int64_t amount = dice.roll(-3, 3);
        lazy.hit(a, amount);
        lazy.tick();
        Int128 product = 0;
        dense.add(a, -parts.rate[a] * parts.total * amount);
        for (std::size_t b = 0; b < 6; ++b) {
            dense.add(b, parts.rate[b] * parts.target[b]);
            ASSERT_EQ(lazy[b], dense[b]);
            product += static_cast<Int128>(dense[b]) * parts.target[b];
        }
        ASSERT_TRUE(lazy.target_product() == product);
        ASSERT_EQ(lazy.t(), step);
    }
}

TEST(LazyWeights, KnowTheirUnits) {
    testing::Dice dice{2};
    const auto parts = random_parts(dice, 3);
    LazyWeights<std::int64_t> weights{parts};
    weights.hit(1, 4);
    EXPECT_EQ(weights.size(), 3U);
    EXPECT_EQ(weights.scale(), 34);
    EXPECT_EQ(weights.total(), 17);
    EXPECT_EQ(weights.hits(1), 4);
    EXPECT_EQ(weights.start(2), parts.start[2]);
    EXPECT_EQ(weights.margin_unit(), 1.0 / (34 * 17));
}

}  // namespace
}  // namespace drover
