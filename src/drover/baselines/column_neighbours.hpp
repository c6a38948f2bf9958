#pragma once

#include <vector>

#include <drover/baselines/nearest_neighbours.hpp>

namespace drover::baselines {

/// Nearest neighbours with every column as the label in turn: the answers of NearestNeighbours, fitted to
/// take_label(rows, column), for without(row, column). The distance without a column is the full distance or
/// one less, so that all columns share one pass over the rows: for n rows an answer for m columns costs
/// n + m * (the rows visited until there are enough neighbours), not n * m.
class ColumnNeighbours {
  public:
    explicit ColumnNeighbours(NearestNeighboursOptions options = {});

    void fit(std::span<const BitRow> rows);
    /// For each of the columns, how many of the neighbours have a 1 there. What the row holds in a column
    /// does not matter for that column.
    std::vector<std::size_t> votes(const BitRow& row, std::span<const std::size_t> columns) const;
    /// The majority; an even vote is a 0.
    std::vector<bool> predict(const BitRow& row, std::span<const std::size_t> columns) const;

  private:
    NearestNeighboursOptions options_;
    std::size_t width_ = 0;
    PackedRows rows_;
};

}  // namespace drover::baselines
