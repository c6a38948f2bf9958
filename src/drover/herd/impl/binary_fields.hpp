#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <drover/core/aligned_vector.hpp>
#include <drover/herd/impl/marginal_fields.hpp>
#include <drover/herd/impl/marginal_kernels.hpp>

namespace drover::impl {

/// MarginalFields where all columns have two values, each pair of them shares one table, and all cells have
/// equal weight: one lane per column, and no step touches all pairs.
///
/// With s = +-1 for the values 1 and 0, the lane of column j holds the gain of value 1 over value 0,
///     D_j = time * T_j - total * H_j,   H_j = sum_{i != j} h_ij, and the same for its one-way tables,
/// where h_ij = sum s_j over the steps in which column i had its current value. As long as it keeps it, h_ij
/// grows as S_j = sum s_j does, so it is stored as h_ij = lag_ij + S_j, and becomes S_j - h_ij when the
/// column changes: a change and a step cost O(n) each. Memory: four lanes per ordered pair.
///
/// `Lane` is unsigned and wraps: D is right as long as its true value fits the signed type. The caller
/// ensures this, and that T and the number of steps fit.
template <class Lane>
class BinaryFields {
  public:
    using LaneType = Lane;
    static constexpr bool has_cells = false;  // nor bans

    /// Whether the tables and targets are of this kind.
    static bool hold(const MarginalTables& tables, const MarginalTargets& targets);

    BinaryFields() = default;
    BinaryFields(const MarginalTables& tables, const MarginalTargets& targets);

    /// All as in MarginalFields.
    void clear();
    void place(std::size_t column, std::uint32_t value);
    void change(std::size_t column, std::uint32_t from, std::uint32_t to);
    void place_later(std::size_t column, std::uint32_t value);
    std::uint32_t best_start(std::size_t column) const;
    void settle();
    /// Here every column that it returns has the worse value.
    std::size_t next_unsettled(std::size_t column) {
        if (!is_marked_) mark();
        for (std::size_t k = column / 64; k < opposed_.size(); ++k) {
            const std::uint64_t passed = k == column / 64 ? (std::uint64_t{1} << (column % 64)) - 1 : 0;
            const std::uint64_t word = opposed_[k] & ~passed;
            if (word != 0) return 64 * k + static_cast<std::size_t>(std::countr_zero(word));
        }
        return n_;
    }
    static bool allows(std::size_t /*column*/, std::uint32_t /*value*/) { return true; }
    static bool higher_allow(const CategoryRow& /*row*/) { return true; }
    void hit(const CategoryRow& row);
    void restore(const MarginalTables& tables, const MarginalTargets& targets,
                 std::span<const std::int64_t> hits, std::int64_t steps);
    Int128 twice_weight(const CategoryRow& row) {
        if (!is_scored_) find_scores(row);
        return twice_weight_;
    }
    Int128 twice_target(const CategoryRow& row) {
        if (!is_scored_) find_scores(row);
        return twice_target_;
    }
    std::int64_t row_trust(const CategoryRow& /*row*/) const { return table_count_; }
    std::int64_t pair_hits(std::size_t i, std::uint32_t a, std::size_t j, std::uint32_t b) const;
    std::int64_t single_hits(std::size_t i, std::uint32_t a) const { return value_hits(i, a); }
    static std::int64_t higher_hits(std::size_t /*table*/, std::size_t /*cell*/) { return 0; }

  private:
    using Signed = std::make_signed_t<Lane>;
    // Sums of one number per column: narrow lanes hold less than 2^31 each.
    using Sum = std::conditional_t<sizeof(Lane) == sizeof(std::uint32_t), std::int64_t, Int128>;

    static std::int64_t to_signed(Lane value) { return static_cast<Signed>(value); }
    const Lane* target_row(std::size_t column, std::uint32_t value) const {
        return targets_.data() + (2 * column + value) * stride_;
    }
    Lane* lag_row(std::size_t column) { return lags_.data() + column * stride_; }
    const Lane* lag_row(std::size_t column) const { return lags_.data() + column * stride_; }
    std::int64_t gain(std::size_t column) const {
        return to_signed(time_ * target_sums_[column] - total_ * hit_sums_[column]);
    }
    std::int64_t value_hits(std::size_t i, std::uint32_t a) const {
        return (steps_ + (a == 1 ? 1 : -1) * to_signed(sign_sums_[i])) / 2;
    }
    std::int64_t start_difference(std::size_t i, std::uint32_t a, std::size_t j) const {
        return start_hits_.empty() ? 0 : to_signed(start_hits_[(2 * i + a) * stride_ + j]);
    }
    void add_cell(std::size_t i, std::uint32_t a, std::size_t j, std::uint32_t b, std::int64_t count,
                  std::int64_t start);
    void add_single_cell(std::size_t i, std::uint32_t a, std::int64_t count, std::int64_t start);
    BinaryLanes<Lane> lanes() {
        return {
            target_sums_.data(), hit_sums_.data(), negative_.data(), opposed_.data(), stride_, time_, total_};
    }
    bool has_small_factors() const { return ((std::uint64_t{time_} | std::uint64_t{total_}) >> 32U) == 0; }
    void mark();
    void find_scores(const CategoryRow& row);
    void stand(std::size_t column, std::uint32_t value);
    void mend_lags(std::size_t column);

    const MarginalKernels<Lane>* kernels_ = nullptr;
    std::size_t n_ = 0;
    std::size_t stride_ = 0;  // lanes per row, a multiple of the vector length; those past n stay 0
    Lane total_ = 0;
    Lane time_ = 0;
    std::int64_t steps_ = 0;
    std::int64_t table_count_ = 0;
    AlignedVector<Lane> targets_;                 // [2 i + a][j]: count of a with 1 minus with 0
    AlignedVector<Lane> couplings_;               // [i][j]: targets of 1 minus those of 0
    AlignedVector<Lane> lags_;                    // [i][j], 0 for i = j
    AlignedVector<Lane> start_hits_;              // like targets_, of the hits at the start; empty: none
    std::vector<bool> has_start_hits_;            // of a column, in its tables of two columns
    AlignedVector<Lane> negative_;                // all ones where the value is 0, else 0
    AlignedVector<Lane> sign_sums_;               // S
    AlignedVector<Lane> first_targets_;           // T without any column
    AlignedVector<Lane> first_hits_;              // H without any column, but including all of sum_i S_j
    AlignedVector<Lane> target_sums_;             // T
    AlignedVector<Lane> hit_sums_;                // H
    AlignedVector<Lane> multiples_;               // how often S_j is in H_j
    std::vector<std::int64_t> one_body_targets_;  // [2 i + a]; see find_scores
    std::vector<std::int64_t> one_body_hits_;
    std::int64_t one_body_rate_ = 0;
    std::vector<std::uint64_t> opposed_;  // a bit per column: it has the worse value
    bool is_marked_ = false;              // opposed_ is up to date
    bool is_scored_ = false;              // so are the scores of the row
    Sum twice_weight_ = 0;
    Sum twice_target_ = 0;
    std::size_t placed_ = 0;
    std::array<std::size_t, 4> waiting_{};  // columns that place_later left
    std::size_t waiting_count_ = 0;
};

extern template class BinaryFields<std::uint32_t>;
extern template class BinaryFields<std::uint64_t>;

}  // namespace drover::impl
