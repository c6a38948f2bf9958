#pragma once

#include <concepts>

#include <drover/herd/features/feature_map.hpp>

namespace drover {

/// The positive term of the update, and the owner of the rule that applies it.
/// - start(): the weights before the first step.
/// - margin(f, w, score): <w, v> of the move, v = positive term - phi(s), for a state of that score.
/// - apply(w, f, s): one update after state s: + positive term, - phi(s).
/// - step_limit(f): how many steps fit the number type in the worst case.
template <class D, class F>
concept Drive = std::copyable<D> && FeatureMap<F, typename D::Weights> &&
    BoundedFor<F, typename D::Weights::Value> &&
    requires(D& d, const D& c, const F& f, const typename F::State& s, typename D::Weights& w,
             const typename D::Weights& cw, typename D::Weights::Value score) {
    typename D::Margin;
    { c.feature_count() } -> std::same_as<std::size_t>;
    { c.start() } -> std::same_as<typename D::Weights>;
    { c.margin(f, cw, score) } -> std::same_as<typename D::Margin>;
    { c.step_limit(f) } -> std::same_as<double>;
    d.apply(w, f, s);
};

}  // namespace drover
