#pragma once

#include <vector>

#include <drover/herd/marginal_fields_detail.hpp>

namespace drover::detail {

/// The tables of three columns and more in a MarginalHerder: their weights trust * (time * count - total *
/// hits), read cell by cell. A look at a column costs its number of values times its tables.
class HigherTables {
  public:
    HigherTables() = default;
    HigherTables(const MarginalTables& tables, std::int64_t start_time);

    bool empty() const { return tables_.empty(); }
    /// Whether the column is in one of them.
    bool hold(std::size_t column) const { return !tables_.empty() && !of_column_[column].empty(); }

    /// Adds to fields[v] what value v of the column is worth, given the other columns of the row, under the
    /// tables whose columns are all present; a value that breaks a ban is marked. The row comes back as it
    /// was.
    void add_fields(const MarginalTables& tables, const MarginalTargets& targets, CategoryRow& row,
                    std::size_t column, const std::vector<bool>& present, std::vector<std::int64_t>& fields,
                    std::vector<bool>& banned) const;
    /// Weight, sum of trust * target, and bans of the cells that the row falls into.
    struct RowSum {
        std::int64_t weight = 0;
        Int128 targets = 0;
        Int128 trust = 0;
        bool banned = false;
    };
    RowSum sum(const MarginalTables& tables, const MarginalTargets& targets, const CategoryRow& row) const;
    void hit(const MarginalTables& tables, const CategoryRow& row);
    void restore(const MarginalTables& tables, std::span<const std::int64_t> hits, std::int64_t time);
    /// `cell` is a feature of the model.
    std::int64_t hits(std::size_t cell) const { return hits_[cell - first_cell_]; }

  private:
    std::int64_t weight(const MarginalTargets& targets, std::size_t cell) const {
        return targets.trust_of(cell) * (time_ * targets.moments.counts[cell] -
                                         targets.moments.total * (hits(cell) + targets.start_hits(cell)));
    }

    std::vector<std::size_t> tables_;
    std::vector<std::vector<std::size_t>> of_column_;
    std::size_t first_cell_ = 0;
    std::vector<std::int64_t> hits_;  // of the cells from first_cell_ on
    std::int64_t time_ = 0;
};

}  // namespace drover::detail
