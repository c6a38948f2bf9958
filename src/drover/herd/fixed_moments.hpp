#pragma once

#include <string>
#include <variant>
#include <vector>

#include <drover/herd/features/feature_map.hpp>
#include <drover/herd/lazy_weights.hpp>
#include <drover/herd/moments/moments.hpp>
#include <drover/number/rational.hpp>

namespace drover {

struct ZeroStart {};
struct MomentStart {};  ///< w_0 = moments: the greedy choice
using StartWeights = std::variant<ZeroStart, MomentStart, std::vector<Rational>>;

struct DriveOptions {
    Rational eta = 1;  ///< the learning rate; changes nothing if the start weights are scaled as well
    std::vector<Rational> rates =
        {};  ///< one positive rate per feature, multiplied by eta; empty means all 1
    StartWeights start = ZeroStart{};
};

/// The drive of plain herding: the same moments at every step, so a step is ++t.
/// In integers everything is exact: the stored weights are `scale` = total * (common denominator of rates and
/// total * start) times the real ones. In double the weights are recomputed from t and the hits: no drift.
template <class V>
class FixedMoments {
  public:
    using Weights = LazyWeights<V>;
    using Margin = typename Weights::Product;

    explicit FixedMoments(BasicMoments<V> moments, const DriveOptions& options = {});

    std::size_t feature_count() const { return parts_.target.size(); }
    Weights start() const { return Weights{parts_}; }
    const LazyWeightsParts<V>& parts() const { return parts_; }

    template <class F>
    Margin margin(const F& /*features*/, const Weights& w, V score) const {
        return w.target_product() - Margin{parts_.total} * Margin{score};
    }
    template <class F>
    void apply(Weights& w, const F& features, const typename F::State& s) const {
        features.visit(s, [&](std::size_t a, auto value) { w.hit(a, static_cast<V>(value)); });
        w.tick();
    }
    template <BoundedFor<V> F>
    double step_limit(const F& features) const {
        if constexpr (std::same_as<V, double>) {
            return 0x1p53;
        } else {
            return step_limit_for(features.bounds());
        }
    }

  private:
    double step_limit_for(const FeatureBounds& bounds) const;

    LazyWeightsParts<V> parts_;
};

using ExactMoments = FixedMoments<std::int64_t>;
using WideExactMoments = FixedMoments<Int128>;
using DoubleMoments = FixedMoments<double>;

extern template class FixedMoments<std::int64_t>;
extern template class FixedMoments<Int128>;
extern template class FixedMoments<double>;

}  // namespace drover
