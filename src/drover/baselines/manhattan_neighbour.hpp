#pragma once

#include <cstdint>
#include <vector>

#include <drover/core/matrix_view.hpp>

namespace drover::baselines {

/// The label of the nearest row by Manhattan distance, sum_j |x_j - y_j|, over columns of bytes; of rows
/// equally near the first. Stores the rows; an answer compares all of them.
class ManhattanNeighbour {
  public:
    /// Throws InputError if there are no rows, or not as many labels.
    void fit(MatrixView<const std::uint8_t> rows, std::vector<std::size_t> labels);
    std::size_t predict(std::span<const std::uint8_t> row) const;

  private:
    std::vector<std::uint8_t> values_;
    std::vector<std::size_t> labels_;
    std::size_t width_ = 0;
};

}  // namespace drover::baselines
