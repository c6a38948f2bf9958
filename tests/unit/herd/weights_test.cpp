#include <gtest/gtest.h>

#include <vector>

#include <drover/herd/features/coding.hpp>
#include <drover/herd/weights.hpp>

namespace drover {
namespace {

static_assert(Weights<WeightSpan<std::int64_t>> && Weights<WeightSpan<double>>);
static_assert(!Weights<std::vector<std::int64_t>>);  // names no Value

TEST(WeightSpan, LooksAtTheBlockItWasGiven) {
    std::vector<std::int64_t> values{3, -4};
    const WeightSpan<std::int64_t> weights{values};
    EXPECT_EQ(weights.size(), 2U);
    EXPECT_EQ(weights[1], -4);
    values[1] = 9;
    EXPECT_EQ(weights[1], 9);
}

TEST(SignOf, IsPlusOneForOneAndMinusOneForZero) {
    EXPECT_EQ(sign_of(true), 1);
    EXPECT_EQ(sign_of(false), -1);
}

}  // namespace
}  // namespace drover
