#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/core/bit_row.hpp>

namespace drover::baselines {

/// Rows of one width, laid out for fast distances from one row to all of them.
class PackedRows {
  public:
    PackedRows() = default;
    explicit PackedRows(std::span<const BitRow> rows);

    std::size_t row_count() const { return row_count_; }
    bool bit(std::size_t row, std::size_t column) const {
        return ((words_[column / 64 * row_count_ + row] >> (column % 64)) & 1U) != 0;
    }
    /// In how many columns each row differs from this one (Hamming distance).
    std::vector<std::uint32_t> distances(const BitRow& row) const;

  private:
    std::size_t row_count_ = 0;
    std::vector<std::uint64_t> words_;  // the first word of every row, then the second of every row, ...
};

}  // namespace drover::baselines
