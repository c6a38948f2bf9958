#pragma once

#include <cstdint>
#include <vector>

#include <drover/herd/weights.hpp>

namespace drover {

/// One stored number per feature, for drives whose positive term changes from step to step.
template <class V>
class DenseWeights {
  public:
    using Value = V;

    explicit DenseWeights(std::vector<V> values, V scale = 1) : values_{std::move(values)}, scale_{scale} {}

    V operator[](std::size_t a) const { return values_[a]; }
    std::size_t size() const { return values_.size(); }
    V scale() const { return scale_; }
    /// A margin times this is <w, v> in real units.
    double margin_unit() const { return 1 / (static_cast<double>(scale_) * static_cast<double>(scale_)); }
    void add(std::size_t a, V amount) { values_[a] += amount; }

  private:
    std::vector<V> values_;
    V scale_;
};

}  // namespace drover
