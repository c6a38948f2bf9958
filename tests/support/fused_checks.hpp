#pragma once

#include <gtest/gtest.h>

#include <cstdint>

namespace drover::testing {

template <class A, class B>
void expect_equal_weights(const A& fused, const B& plain) {
    ASSERT_EQ(fused.size(), plain.size());
    ASSERT_EQ(fused.scale(), plain.scale());
    ASSERT_EQ(fused.margin_unit(), plain.margin_unit());
    for (std::size_t a = 0; a < plain.size(); ++a) {
        ASSERT_EQ(fused[a], plain[a]) << "feature " << a;
        ASSERT_EQ(fused.start(a), plain.start(a)) << "feature " << a;
    }
}

/// A fused herder takes the steps of the composed one. Weights are compared at once, every `stride` steps and
/// at the end.
template <class Fused, class Plain>
void expect_equal_steps(Fused& fused, Plain& plain, std::int64_t steps, std::int64_t stride) {
    expect_equal_weights(fused.current().weights, plain.current().weights);
    for (std::int64_t k = 1; k <= steps; ++k) {
        const auto a = fused.step();
        const auto b = plain.step();
        ASSERT_EQ(a.t, b.t);
        ASSERT_EQ(a.state, b.state) << "step " << a.t;
        ASSERT_TRUE(a.margin == b.margin) << "step " << a.t;
        if (k % stride == 0 || k == steps) expect_equal_weights(a.weights, b.weights);
    }
}

}  // namespace drover::testing
