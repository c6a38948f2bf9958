#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include <drover/model/marginal_tables.hpp>
#include <drover/moments/moments.hpp>

namespace drover {

/// What every value of every column is worth given the rest of a row, for one- and two-way tables: the kernel
/// of MarginalHerder.
///
/// A lane is a (column, value). For each lane, one contiguous row of targets and one of hits holds its cells
/// with all other lanes. The row (x_1, ..., x_n) has the fields
///     F[l] = time * G[l] - total * K[l],  G = sum_i targets[x_i], K = sum_i hits[x_i],
/// so that putting a column in or out costs one pass of additions, and products are only taken of the lanes
/// that are looked at. Structural zeros are counted the same way: bans[l] > 0 means that l would break one.
///
/// `Lane` is unsigned and wraps: F is right while its true value fits the signed type. The caller sees to
/// that.
template <class Lane>
class MarginalFields {
  public:
    MarginalFields() = default;
    MarginalFields(const MarginalTables& tables, const Moments& moments, const std::vector<bool>& forbidden,
                   std::int64_t time);
    /// The same in wider lanes.
    template <class Narrow>
    explicit MarginalFields(const MarginalFields<Narrow>& narrow);

    /// Forgets the row: no column is placed.
    void clear();
    /// Puts a column in, or changes its value.
    void place(std::size_t column, std::uint32_t value);
    void change(std::size_t column, std::uint32_t from, std::uint32_t to);
    /// The best value that breaks no ban, the lowest of equals; `now` where none is better. Nothing is better
    /// than a value that is not there: now = value_count(column) asks for any.
    std::uint32_t best_value(std::size_t column, std::uint32_t now) const;
    bool is_banned(std::size_t column, std::uint32_t value) const {
        return has_bans_ && bans_[first_[column] + value] > 0;
    }
    /// One update of the weights after this row.
    void hit(const CategoryRow& row);

    std::int64_t field(std::size_t column, std::uint32_t value) const {
        return static_cast<Signed>(time_ * target_fields_[first_[column] + value] -
                                   total_ * hit_fields_[first_[column] + value] +
                                   single(first_[column] + value));
    }
    /// The part of a field that comes from the one-way table.
    std::int64_t single_weight(std::size_t column, std::uint32_t value) const {
        return static_cast<Signed>(single(first_[column] + value));
    }
    std::int64_t pair_hits(std::size_t i, std::uint32_t a, std::size_t j, std::uint32_t b) const {
        return static_cast<std::int64_t>(hits_[(first_[i] + a) * stride_ + first_[j] + b]);
    }
    std::int64_t single_hits(std::size_t i, std::uint32_t a) const {
        return static_cast<std::int64_t>(single_hits_[first_[i] + a]);
    }

  private:
    template <class Other>
    friend class MarginalFields;
    using Signed = std::make_signed_t<Lane>;

    Lane single(std::size_t lane) const {
        return time_ * single_targets_[lane] - total_ * single_hits_[lane];
    }
    void add_pair(const MarginalTables& tables, std::size_t table, const Moments& moments,
                  const std::vector<bool>& forbidden);
    void add_single(const MarginalTables& tables, std::size_t table, const Moments& moments,
                    const std::vector<bool>& forbidden);

    std::vector<std::size_t> first_;  // the first lane of a column; the last entry is the number of lanes
    std::size_t stride_ = 0;          // lanes a row, a whole number of blocks
    Lane total_ = 0;
    Lane time_ = 0;
    bool has_bans_ = false;
    std::vector<Lane> targets_;             // a row a lane
    std::vector<Lane> hits_;                // a row a lane
    std::vector<std::uint16_t> pair_bans_;  // a row a lane: 1 where the pair is forbidden
    std::vector<Lane> single_targets_;
    std::vector<Lane> single_hits_;
    std::vector<bool> paired_;   // whether columns i and j have a table: hits count only there
    std::vector<bool> counted_;  // whether column i has a one-way table
    std::vector<Lane> target_fields_;
    std::vector<Lane> hit_fields_;
    std::vector<std::uint16_t> bans_;
    std::vector<std::uint16_t> single_bans_;
};

extern template class MarginalFields<std::uint32_t>;
extern template class MarginalFields<std::uint64_t>;

}  // namespace drover
