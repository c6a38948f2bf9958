#pragma once

#include <vector>

#include <drover/tables/impl/margin.hpp>

namespace drover {

/// The margins of several tables over the same columns.
struct SharedMargins {
    std::size_t columns = 0;  ///< how many
    std::vector<std::size_t> tables;
    std::vector<Margin> margins;  ///< one per table
};

/// The (lower) median of the shares of each cell.
std::vector<double> median_shares(const SharedMargins& shared);

/// Lower bounds on the total variation between tables and any rows. For rows with shares r and margins a^k of
/// tables k over the same columns, TV_k >= 1/2 sum_v |a^k_v - r_v|, and sum_k |a^k_v - r_v| is least where
/// r_v is the median. Also TV_k >= the mass of the table's negative cells.
class TvBound {
  public:
    explicit TvBound(const TableSet& set);

    /// Adds margins, each set of columns once.
    void add(const SharedMargins& shared);

    double mean() const;
    double worst() const;

  private:
    std::vector<std::size_t> widths_;      // columns of each table
    std::vector<double> negative_masses_;  // of each table, as shares
    double negative_sum_ = 0;
    double sum_ = 0;       // best bound on the sum over tables from one set of columns
    double combined_ = 0;  // from all single columns: TV_k >= the average over its columns
    double worst_ = 0;
};

}  // namespace drover
