#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <drover/core/aligned_vector.hpp>
#include <drover/herd/features/marginal_tables.hpp>
#include <drover/herd/impl/higher_tables.hpp>
#include <drover/herd/impl/marginal_targets.hpp>

namespace drover::impl {

/// The gain of every value of every column, given the rest of a row: the kernel of MarginalHerder.
///
/// A lane is a (column, value). For each lane a row of memory holds trust * target and trust * hits of its
/// cells with the lanes of the columns that share a table with it. The row (x_1, ..., x_n) has the fields
///     F[l] = time * G[l] - total * K[l],  G = sum_i targets[x_i], K = sum_i hits[x_i],
/// so that adding or removing a column costs one pass of additions, and products are only computed for the
/// lanes that are needed. The bans are counted in the top bits of G. The contribution of tables of three or
/// more columns is summed when a column is evaluated (HigherTables).
///
/// `Lane` is unsigned and wraps: F is right as long as its true value fits the signed type. The caller
/// ensures this, and that G fits below the bits of the bans (sum_limit).
template <class Lane>
class MarginalFields {
  public:
    using LaneType = Lane;
    static constexpr bool has_cells = true;  // field, pair_cell, ban_count

    MarginalFields() = default;
    MarginalFields(const MarginalTables& tables, const MarginalTargets& targets);

    /// The sums of trust * target over the tables of one column must stay below this.
    static Int128 sum_limit(const MarginalTables& tables, const MarginalTargets& targets);

    /// Forgets the row: no column is placed.
    void clear() {
        sums_ = start_;
        in_row_.assign(lanes_, Lane{0});
        row_.assign(first_.size() - 1, free_value);
        waiting_count_ = 0;
    }
    /// Places a column, or changes its value.
    void place(std::size_t column, std::uint32_t value);
    void change(std::size_t column, std::uint32_t from, std::uint32_t to);
    /// For building a row: like place(), but several columns at once, and the best value given the columns
    /// placed so far. Nothing else may be called before settle().
    void place_later(std::size_t column, std::uint32_t value);
    std::uint32_t best_start(std::size_t column);
    void settle();
    /// The best value that violates no ban, the lowest of equals; `now` if none is better. With now =
    /// value_count(column) the best value of all is returned.
    std::uint32_t best_value(std::size_t column, std::uint32_t now);
    /// The first column from this one on whose value may not be the best, or the number of columns. Skips
    /// settled columns of two values that are in no table of three or more columns. All columns must be
    /// placed.
    std::size_t next_unsettled(std::size_t column) const;
    /// In the one- and two-way tables: how many bans the value would violate.
    std::size_t ban_count(std::size_t column, std::uint32_t value) const {
        if (ban_bits_ == 0) return 0;
        const Lane sum = sums_[first_[column] + value];
        return static_cast<std::size_t>(static_cast<Lane>(sum - static_cast<Lane>(low(sum))) >>
                                        (8 * sizeof(Lane) - static_cast<std::size_t>(ban_bits_)));
    }
    bool allows(std::size_t column, std::uint32_t value) const { return ban_count(column, value) == 0; }
    /// Whether the row violates no ban of the tables of three or more columns.
    bool higher_allow(const CategoryRow& row) const;
    /// One update of the weights, and of the fields, after the row in place.
    void hit(const CategoryRow& row);
    /// Resumes a run after `time` steps: hits has one number per cell of the model.
    void restore(const MarginalTables& tables, const MarginalTargets& targets,
                 std::span<const std::int64_t> hits, std::int64_t time);

    /// Under the one- and two-way tables.
    std::int64_t field(std::size_t column, std::uint32_t value) const {
        return weight(sums_[first_[column] + value], sums_[lanes_ + first_[column] + value]);
    }
    /// For the current row: twice <w, phi(row)>, and twice <trust * target, phi(row)>.
    Int128 twice_weight(const CategoryRow& row) const;
    Int128 twice_target(const CategoryRow& row) const;

    /// The sum of the trust of the cells that the row falls into.
    std::int64_t row_trust(const CategoryRow& row) const;

    struct Cell {
        std::int64_t weight = 0;
        bool banned = false;
    };
    /// A cell of all tables over columns i and j together; no weight and no ban without a table.
    Cell pair_cell(std::size_t i, std::uint32_t a, std::size_t j, std::uint32_t b) const;
    /// The sums of a column's values over the tables of three or more columns without another column of the
    /// block, and the tables with several, with the cells of a row in them.
    std::vector<Cell> higher_outside(std::size_t column, std::span<const std::size_t> block) const;
    std::vector<std::size_t> higher_inside(std::span<const std::size_t> block) const {
        return higher_.inside(block);
    }
    Cell higher_cell(std::size_t table, const CategoryRow& row) const {
        const auto cell = higher_.cell(table, row);
        return to_cell(cell.sum, cell.hits);
    }
    /// How many rows fell into a cell; 0 for a cell with trust 0.
    std::int64_t pair_hits(std::size_t i, std::uint32_t a, std::size_t j, std::uint32_t b) const;
    std::int64_t single_hits(std::size_t i, std::uint32_t a) const;
    /// For a table of three or more columns; both numbers are those of the model.
    std::int64_t higher_hits(std::size_t table, std::size_t cell) const { return higher_.hits(table, cell); }

  private:
    using Signed = std::make_signed_t<Lane>;
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    // A stretch of lanes in a row of memory: its place in the sums and in memory.
    struct Segment {
        std::size_t sum;
        std::size_t row;
        std::size_t length;
    };

    Signed low(Lane sum) const { return static_cast<Signed>(sum << ban_bits_) >> ban_bits_; }
    std::int64_t weight(Lane sum, Lane hits) const {
        return static_cast<Signed>(time_ * static_cast<Lane>(low(sum)) - total_ * hits);
    }
    Cell to_cell(Lane sum, Lane hits) const {
        return {weight(sum, hits), sum != static_cast<Lane>(low(sum))};
    }
    std::size_t row_of(std::size_t column, std::uint32_t value) const {
        return base_[column] + value * row_size_[column];
    }
    void lay_out(const MarginalTables& tables);
    void find_pairs(const MarginalTables& tables);
    void lay_out_row(std::size_t column, const std::vector<bool>& paired);
    void add_run(std::size_t column, std::size_t from_lane, std::size_t to_lane);
    void add_pair(const MarginalTables& tables, std::size_t table, const MarginalTargets& targets);
    void add_single(const MarginalTables& tables, std::size_t table, const MarginalTargets& targets);
    void add_pair_cell(std::size_t at_target, std::size_t at_hit, const MarginalTargets& targets,
                       std::size_t cell);
    Lane ban() const {
        return static_cast<Lane>(Lane{1} << (8 * sizeof(Lane) - static_cast<std::size_t>(ban_bits_)));
    }
    bool has_table(std::size_t i, std::size_t j) const { return hit_at_[i * base_.size() + j] != nowhere; }
    std::size_t target_place(std::size_t i, std::uint32_t a, std::size_t j, std::uint32_t b) const {
        return row_of(i, a) + target_at_[i * base_.size() + j] + b;
    }
    std::size_t hit_place(std::size_t i, std::uint32_t a, std::size_t j, std::uint32_t b) const {
        return row_of(i, a) + hit_at_[i * base_.size() + j] + b;
    }
    Lane step_at(std::size_t at) const { return steps_.empty() ? Lane{1} : steps_[at]; }
    Lane start_at(std::size_t at) const { return starts_.empty() ? Lane{0} : starts_[at]; }
    void hit_each(const CategoryRow& row);
    void hit_all(const CategoryRow& row);

    std::vector<std::size_t> first_;  // the first lane of a column; the last entry is the number of lanes
    std::size_t lanes_ = 0;           // their number, rounded up to full vectors
    int ban_bits_ = 0;
    Lane total_ = 0;
    Lane time_ = 0;
    std::vector<std::size_t>
        pairs_end_;                  // of a column: the end of the run of columns that next_unsettled scans
    std::vector<std::size_t> base_;  // of a column: where the row of its first value is in data_
    std::vector<std::size_t> row_size_;  // of a column
    std::vector<std::vector<Segment>> segments_;
    std::vector<std::size_t> target_at_;  // [i * n + j]: where in a row of i column j begins, or nowhere
    std::vector<std::size_t> hit_at_;     // the same for the hits
    std::vector<std::vector<std::size_t>> partners_;  // the columns that share a table with a column
    std::int64_t table_count_ = 0;
    bool is_complete_ = false;  // all columns share tables, all hits count 1, few lanes
    AlignedVector<Lane> data_;
    std::vector<Lane> steps_;               // beside the hits in data_: what a hit adds; empty: 1
    std::vector<Lane> starts_;              // beside the hits in data_: those before the first step; empty: 0
    std::vector<Lane> single_starts_;       // a lane: those of its one-way table
    std::vector<Lane> single_steps_;        // a lane: what a hit of its one-way table adds
    AlignedVector<Lane> start_;             // sums without any column: G, then K, of the one-way tables
    AlignedVector<Lane> sums_;              // G, then K
    std::array<std::size_t, 4> waiting_{};  // rows of data_ that place_later left
    std::size_t waiting_count_ = 0;
    AlignedVector<Lane> in_row_;  // 1 for the lanes of the values in place
    CategoryRow row_;             // the same as values, or free_value
    HigherTables<Lane> higher_;
    AlignedVector<Lane> look_;  // G, then K, of a column with its higher tables
};

extern template class MarginalFields<std::uint32_t>;
extern template class MarginalFields<std::uint64_t>;

}  // namespace drover::impl
