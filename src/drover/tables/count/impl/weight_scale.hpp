#pragma once

#include <span>
#include <vector>

#include <drover/number/rational.hpp>

namespace drover::impl {

/// Weights as integer multiples of 1 / denominator, the least common denominator of all weights so far. All
/// partial sums stay below 2^126.
class WeightScale {
  public:
    /// Returns the factor by which earlier multiples have grown. Throws InputError for a weight below 0, and
    /// if numbers become too long.
    Int128 add(std::span<const Rational> weights);
    /// Of weights that were added.
    std::vector<Int128> multiples(std::span<const Rational> weights) const;
    Int128 denominator() const { return denominator_; }
    /// The sum of all weights in multiples. Throws InputError if it is 0.
    Int128 checked_total() const;

  private:
    Int128 denominator_ = 1;
    Int128 total_ = 0;
};

}  // namespace drover::impl
