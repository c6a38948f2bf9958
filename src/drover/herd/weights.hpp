#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace drover {

/// Weights read by feature index, dense or lazy.
template <class W>
concept Weights = requires(const W& w, std::size_t a) {
    typename W::Value;  // int64 unless the mathematics is real
    { w[a] } -> std::convertible_to<typename W::Value>;
};

/// Weights in a block owned by someone else.
template <class V>
class WeightSpan {
  public:
    using Value = V;
    // Implicit: any contiguous block of numbers is a set of weights.
    WeightSpan(std::span<const V> values) : values_{values} {}  // NOLINT(google-explicit-constructor)
    const V& operator[](std::size_t a) const { return values_[a]; }
    std::size_t size() const { return values_.size(); }

  private:
    std::span<const V> values_;
};

}  // namespace drover
