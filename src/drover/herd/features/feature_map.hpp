#pragma once

#include <concepts>
#include <cstddef>

#include <drover/core/bit_row.hpp>
#include <drover/herd/weights.hpp>
#include <drover/number/int128.hpp>

namespace drover {

/// The type of what `visit` calls: sink(a, value) for each non-zero phi_a(s).
struct FeatureSink {
    template <class V>
    void operator()(std::size_t /*feature*/, V /*value*/) {}
};

/// Names the features of a state and reads weights by index, so sparse models stay sparse.
/// first_state() is the default start of a search: all zeros, that is all -1 for spins.
template <class F, class W>
concept FeatureMap = std::copyable<F> && Weights<W> &&
    requires(const F& f, const typename F::State& s, const W& w, FeatureSink& sink) {
    { f.feature_count() } -> std::same_as<std::size_t>;
    { f.first_state() } -> std::same_as<typename F::State>;
    { f.score(w, s) } -> std::same_as<typename W::Value>;  // <w, phi(s)>
    f.visit(s, sink);
};

/// <w, phi(s)> by visiting: `score` for maps without a faster way.
template <class F, Weights W>
typename W::Value visited_score(const F& f, const W& w, const typename F::State& s) {
    using V = typename W::Value;
    V sum{};
    f.visit(s, [&](std::size_t a, auto value) { sum += static_cast<V>(value) * w[a]; });
    return sum;
}

/// Bounds over all states of an integer feature map: each phi_a lies in [lowest, highest] (0 included), and
/// sum_a |phi_a| <= total. Exact drives use them to rule out overflow before the first step.
struct FeatureBounds {
    Int128 lowest = 0;
    Int128 highest = 1;
    Int128 total = 1;
};

template <class F>
concept BoundedFeatures = requires(const F& f) {
    { f.bounds() } -> std::same_as<FeatureBounds>;
};

/// Weights that are not real numbers must never overflow: a drive of such weights asks the features for
/// bounds().
template <class F, class V>
concept BoundedFor = std::floating_point<V> || BoundedFeatures<F>;

/// A model whose states are listed: 0 .. state_count() - 1.
template <class F>
concept ListedStates = std::same_as<typename F::State, std::size_t> && requires(const F& f) {
    { f.state_count() } -> std::same_as<std::size_t>;
};

/// A model over binary variables that can compute the gain of a flip.
template <class F, class W>
concept BinaryModel = FeatureMap<F, W> && std::same_as<typename F::State, BitRow> &&
    requires(const F& f, const BitRow& s, const W& w, std::size_t i) {
    { f.variable_count() } -> std::same_as<std::size_t>;
    { f.flip_gain(w, s, i) } -> std::same_as<typename W::Value>;  // score after flipping i minus score now
};

}  // namespace drover
