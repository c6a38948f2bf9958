#pragma once

#include <span>
#include <vector>

#include <drover/baselines/sample_options.hpp>
#include <drover/core/bit_row.hpp>

namespace drover::baselines {

/// Independent columns: bit i is 1 with probability count(i) / row_count(), whatever the others are.
/// The baseline MARG of Welling 2009.
class IndependentMarginals {
  public:
    void fit(std::span<const BitRow> rows);

    std::size_t column_count() const { return counts_.size(); }
    std::int64_t row_count() const { return row_count_; }
    /// Rows with a 1 in column i.
    std::int64_t count(std::size_t i) const { return counts_[i]; }

    /// Independent rows, each bit by comparing integers: no probability is rounded. options.burn_in is not
    /// used: there is nothing to burn in.
    std::vector<BitRow> synthesize(const SampleOptions& options) const;
    /// Probability of k ones, k = 0 .. column_count(): exact up to rounding, O(n^2).
    std::vector<double> ones_distribution() const;

  private:
    std::vector<std::int64_t> counts_;
    std::int64_t row_count_ = 0;
};

}  // namespace drover::baselines
