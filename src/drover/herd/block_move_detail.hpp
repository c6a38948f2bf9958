#pragma once

#include <vector>

#include <drover/herd/higher_tables_detail.hpp>
#include <drover/maximize/column_blocks.hpp>

namespace drover::detail {

/// What the combinations of a block are worth in a row, given the columns outside it.
template <class Fields>
class BlockScores {
  public:
    BlockScores(const Fields& fields, const MarginalTables& tables, const ColumnBlock& block,
                const CategoryRow& row)
        : fields_{fields}, block_{block} {
        for (const std::size_t column : block.columns) {
            outside_.emplace_back();
            for (std::uint32_t v = 0; v < tables.value_count(column); ++v)
                outside_.back().push_back(outside(row, column, v));
        }
    }

    struct Score {
        std::int64_t weight = 0;
        bool banned = false;
    };
    /// Under the one- and two-way tables. `values` has one value a column of the block.
    Score of(std::span<const std::uint32_t> values) const {
        Score score;
        for (std::size_t p = 0; p < values.size(); ++p) {
            score.weight += outside_[p][values[p]].weight;
            score.banned = score.banned || outside_[p][values[p]].banned;
            for (std::size_t q = 0; q < p; ++q) {
                const auto cell =
                    fields_.pair_cell(block_.columns[p], values[p], block_.columns[q], values[q]);
                score.weight += cell.weight;
                score.banned = score.banned || cell.banned;
            }
        }
        return score;
    }

  private:
    // The field without what the other columns of the block do to it.
    Score outside(const CategoryRow& row, std::size_t column, std::uint32_t value) const {
        Score score{.weight = fields_.field(column, value)};
        std::size_t bans = fields_.ban_count(column, value);
        for (const std::size_t other : block_.columns) {
            if (other == column) continue;
            const auto cell = fields_.pair_cell(column, value, other, row[other]);
            score.weight -= cell.weight;
            bans -= cell.banned ? 1 : 0;
        }
        score.banned = bans > 0;
        return score;
    }

    const Fields& fields_;
    const ColumnBlock& block_;
    std::vector<std::vector<Score>> outside_;
};

}  // namespace drover::detail
