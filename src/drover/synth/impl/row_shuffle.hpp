#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace drover::synth::impl {

/// Puts rows in random order, block after block: a permutation of each block, drawn by the seed and the
/// number of the block alone. Keeps a block in memory.
class RowShuffle {
  public:
    RowShuffle(std::size_t column_count, std::int64_t block_rows, std::uint64_t seed)
        : column_count_{column_count}, block_rows_{block_rows}, seed_{seed} {}

    void add(std::span<const std::uint32_t> cells) {
        cells_.insert(cells_.end(), cells.begin(), cells.end());
    }
    bool is_full() const { return row_count() >= block_rows_; }
    bool empty() const { return cells_.empty(); }
    /// The next block, or what there is of it.
    std::vector<std::uint32_t> take();

  private:
    std::int64_t row_count() const { return static_cast<std::int64_t>(cells_.size() / column_count_); }

    std::size_t column_count_;
    std::int64_t block_rows_;
    std::uint64_t seed_;
    std::uint64_t block_ = 0;
    std::vector<std::uint32_t> cells_;
};

}  // namespace drover::synth::impl
