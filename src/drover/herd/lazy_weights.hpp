#pragma once

#include <vector>

#include <drover/herd/weights.hpp>
#include <drover/number/product.hpp>

namespace drover {

/// The initial values of LazyWeights, one number per feature; made by a drive.
template <class V>
struct LazyWeightsParts {
    std::vector<V> start;
    std::vector<V> target;
    std::vector<V> rate;
    V total = 1;  ///< the amount that one hit subtracts
    V scale = 1;  ///< the stored weights are `scale` times the real ones
};

/// w[a] = start[a] + rate[a] * (t * target[a] - total * hits[a]), evaluated on demand: the cost of a step
/// depends on the features it touches, never on all.
template <class V>
class LazyWeights {
  public:
    using Value = V;
    using Product = typename ProductOf<V>::Type;

    explicit LazyWeights(LazyWeightsParts<V> parts) : parts_{std::move(parts)}, hits_(parts_.target.size()) {
        for (std::size_t a = 0; a < size(); ++a) {
            const V& target = parts_.target[a];
            start_dot_ += Product{parts_.start[a]} * Product{target};
            target_dot_ += Product{parts_.rate[a] * target} * Product{target};
        }
    }

    V operator[](std::size_t a) const {
        return parts_.start[a] +
               parts_.rate[a] * (static_cast<V>(t_) * parts_.target[a] - parts_.total * hits_[a]);
    }
    std::size_t size() const { return hits_.size(); }
    std::int64_t t() const { return t_; }
    V total() const { return parts_.total; }
    V scale() const { return parts_.scale; }
    /// A margin times this is <w, v> in real units.
    double margin_unit() const {
        return 1 / (static_cast<double>(parts_.scale) * static_cast<double>(parts_.total));
    }
    V start(std::size_t a) const { return parts_.start[a]; }
    V hits(std::size_t a) const { return hits_[a]; }

    void hit(std::size_t a, V amount) {
        hits_[a] += amount;
        hit_dot_ += Product{parts_.rate[a] * parts_.target[a]} * Product{amount};
    }
    void tick() { ++t_; }

    /// <w, target> in O(1), from running sums.
    Product target_product() const {
        return start_dot_ + Product{static_cast<V>(t_)} * target_dot_ - Product{parts_.total} * hit_dot_;
    }

  private:
    LazyWeightsParts<V> parts_;
    std::vector<V> hits_;
    std::int64_t t_ = 0;
    Product start_dot_{};   // sum start * target
    Product target_dot_{};  // sum rate * target^2
    Product hit_dot_{};     // sum rate * target * hits
};

}  // namespace drover
