#pragma once

#include <concepts>

#include <drover/herd/features/feature_map.hpp>

namespace drover {

/// Improves a state in place and returns the score reached: never below that of the state it started from.
/// A maximizer may count its own calls (fresh starts do), so it is a value of the orbit, not shared.
template <class M, class F, class W>
concept Maximizer = std::copyable<M> && FeatureMap<F, W> &&
    requires(M& m, const F& f, const W& w, typename F::State& s) {
    { m.maximize(f, w, s) } -> std::same_as<typename W::Value>;
};

}  // namespace drover
