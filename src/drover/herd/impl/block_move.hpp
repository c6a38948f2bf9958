#pragma once

#include <vector>

#include <drover/herd/impl/marginal_fields.hpp>
#include <drover/herd/maximize/column_blocks.hpp>

namespace drover::impl {

/// The gains of the combinations of a block in a row, given the columns outside it.
template <class Fields>
class BlockScores {
  public:
    BlockScores(const Fields& fields, const ColumnBlock& block, const CategoryRow& row)
        : fields_{fields}, block_{block}, inside_{fields.higher_inside(block.columns)}, trial_{row} {
        for (const std::size_t column : block.columns) {
            outside_.push_back(fields.higher_outside(column, block.columns));
            for (std::uint32_t v = 0; v < outside_.back().size(); ++v)
                add_outside(row, column, v, outside_.back()[v]);
        }
    }

    using Score = typename Fields::Cell;
    /// Under the tables that hold a column of the block. `values` has one value per column of the block.
    Score of(std::span<const std::uint32_t> values) {
        Score score;
        for (std::size_t p = 0; p < values.size(); ++p) {
            add(score, outside_[p][values[p]]);
            for (std::size_t q = 0; q < p; ++q)
                add(score, fields_.pair_cell(block_.columns[p], values[p], block_.columns[q], values[q]));
            trial_[block_.columns[p]] = values[p];
        }
        for (const std::size_t table : inside_) add(score, fields_.higher_cell(table, trial_));
        return score;
    }

  private:
    static void add(Score& score, const Score& more) {
        score.weight += more.weight;
        score.banned = score.banned || more.banned;
    }

    // The field without the contributions of the other columns of the block.
    void add_outside(const CategoryRow& row, std::size_t column, std::uint32_t value, Score& score) const {
        score.weight += fields_.field(column, value);
        std::size_t bans = fields_.ban_count(column, value);
        for (const std::size_t other : block_.columns) {
            if (other == column) continue;
            const auto cell = fields_.pair_cell(column, value, other, row[other]);
            score.weight -= cell.weight;
            bans -= cell.banned ? 1 : 0;
        }
        score.banned = score.banned || bans > 0;
    }

    const Fields& fields_;
    const ColumnBlock& block_;
    std::vector<std::size_t> inside_;          // tables of three columns and more that hold several columns
    CategoryRow trial_;                        // the row with the candidate values
    std::vector<std::vector<Score>> outside_;  // of a column and a value
};

}  // namespace drover::impl
