#include <gtest/gtest.h>

#include <drover/herd/dense_weights.hpp>

namespace drover {
namespace {

static_assert(Weights<DenseWeights<std::int64_t>>);

TEST(DenseWeights, AddToOneFeature) {
    DenseWeights<std::int64_t> weights{{1, -2, 3}, 4};
    weights.add(1, 5);
    EXPECT_EQ(weights[0], 1);
    EXPECT_EQ(weights[1], 3);
    EXPECT_EQ(weights[2], 3);
    EXPECT_EQ(weights.size(), 3U);
    EXPECT_EQ(weights.scale(), 4);
    EXPECT_EQ(weights.margin_unit(), 1.0 / 16);
}

TEST(DenseWeights, MayBeReal) {
    DenseWeights<double> weights{{0.5}};
    weights.add(0, 0.25);
    EXPECT_EQ(weights[0], 0.75);
    EXPECT_EQ(weights.margin_unit(), 1);
}

}  // namespace
}  // namespace drover
