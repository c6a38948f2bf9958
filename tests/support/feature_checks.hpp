#pragma once

#include <gtest/gtest.h>

#include <vector>

#include <drover/core/bit_row.hpp>
#include <drover/herd/features/feature_map.hpp>
#include <drover/herd/weights.hpp>

#include "random_models.hpp"

namespace drover::testing {

inline std::vector<std::int64_t> random_weights(Dice& dice, std::size_t count, std::int64_t range = 1'000) {
    std::vector<std::int64_t> weights(count);
    for (auto& weight : weights) weight = dice.roll(-range, range);
    return weights;
}

/// phi(s) as a full vector, summed from what `visit` reports.
template <class F>
std::vector<std::int64_t> full_features(const F& f, const typename F::State& s) {
    std::vector<std::int64_t> phi(f.feature_count());
    f.visit(s, [&](std::size_t a, std::int64_t value) { phi.at(a) += value; });
    return phi;
}

inline std::int64_t inner_product(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b.at(i);
    return sum;
}

/// score(w, s) is <w, phi(s)> for weights of any kind.
template <class F>
void expect_score_is_inner_product(const F& f, const typename F::State& s,
                                   const std::vector<std::int64_t>& weights) {
    const std::int64_t expected = inner_product(weights, full_features(f, s));
    EXPECT_EQ(f.score(WeightSpan<std::int64_t>{weights}, s), expected);
    const std::vector<double> reals(weights.begin(), weights.end());
    EXPECT_EQ(f.score(WeightSpan<double>{reals}, s), static_cast<double>(expected));
}

template <class F>
void expect_within_bounds(const F& f, const typename F::State& s) {
    const FeatureBounds bounds = f.bounds();
    EXPECT_LE(bounds.lowest, 0);
    EXPECT_GE(bounds.highest, 0);
    Int128 total = 0;
    for (const std::int64_t value : full_features(f, s)) {
        EXPECT_GE(value, bounds.lowest);
        EXPECT_LE(value, bounds.highest);
        total += absolute(value);
    }
    EXPECT_LE(total, bounds.total);
}

/// flip_gain(w, s, i) is score(s with i flipped) - score(s).
template <class F>
void expect_flip_gains(const F& f, BitRow s, const std::vector<std::int64_t>& weights) {
    const WeightSpan<std::int64_t> w{weights};
    const std::int64_t score = f.score(w, s);
    for (std::size_t i = 0; i < f.variable_count(); ++i) {
        const std::int64_t gain = f.flip_gain(w, s, i);
        s.flip(i);
        EXPECT_EQ(gain, f.score(w, s) - score) << "variable " << i;
        s.flip(i);
    }
}

/// All of the above on random rows and weights of a binary model.
template <class F>
void expect_consistent(const F& f, Dice& dice) {
    for (const BitRow& row : random_rows(dice, 10, f.variable_count())) {
        const auto weights = random_weights(dice, f.feature_count());
        expect_score_is_inner_product(f, row, weights);
        expect_within_bounds(f, row);
        expect_flip_gains(f, row, weights);
    }
}

}  // namespace drover::testing
