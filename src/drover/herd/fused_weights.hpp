#pragma once

#include <cstddef>
#include <cstdint>

namespace drover {

/// The weights of a fused herder, a view read off its sums: each one asked costs what herder.weight(a) does.
template <class H>
class FusedWeights {
  public:
    using Value = std::int64_t;

    explicit FusedWeights(const H& herder) : herder_{&herder} {}

    Value operator[](std::size_t a) const { return herder_->weight(a); }
    std::size_t size() const { return herder_->features().feature_count(); }
    Value start(std::size_t a) const { return herder_->start_weight(a); }
    /// The stored weights are this times the real ones.
    Value scale() const { return herder_->weight_scale(); }
    /// A margin times this is <w, v> in real units.
    double margin_unit() const { return 1 / (static_cast<double>(scale()) * static_cast<double>(scale())); }

  private:
    const H* herder_;
};

}  // namespace drover
