#pragma once

#include <span>
#include <vector>

#include <drover/core/aligned_vector.hpp>
#include <drover/herd/features/marginal_tables.hpp>
#include <drover/herd/impl/marginal_targets.hpp>

namespace drover::impl {

/// The tables of three columns and more in MarginalFields. Each is stored once per column, with the values of
/// that column side by side: for each combination of the other columns a stretch with trust * target (plus a
/// ban, if there is one), then one with trust * hits. So evaluating a column is one pass of additions over
/// its tables. Memory: two lanes per cell and column of a table.
template <class Lane>
class HigherTables {
  public:
    HigherTables() = default;
    /// `ban` is added to the target of a forbidden cell.
    HigherTables(const MarginalTables& tables, const MarginalTargets& targets, Lane ban);

    bool empty() const { return tables_.empty(); }
    /// Whether the column is in any of them.
    bool hold(std::size_t column) const { return !empty() && first_look_[column + 1] > first_look_[column]; }

    /// Adds the sums of a column's values, given the other columns of the row, over the tables whose other
    /// columns are all placed (not free_value): one number per value, then their hits.
    void add(const CategoryRow& row, std::size_t column, Lane* sums) const;
    /// The same for the tables without another column of the block.
    void add_outside(const CategoryRow& row, std::size_t column, std::span<const std::size_t> block,
                     Lane* sums) const;
    /// The tables with several columns of the block, as numbers for cell().
    std::vector<std::size_t> inside(std::span<const std::size_t> block) const;

    struct Cell {
        Lane sum;
        Lane hits;
    };
    std::size_t table_count() const { return tables_.size(); }
    /// The cell of the row in the table of that number, counted among these.
    Cell cell(std::size_t number, const CategoryRow& row) const {
        const Look& look = looks_[tables_[number].looks.back()];
        const std::size_t at = place(look, row) + row[look.column];
        return {data_[at], data_[at + look.count]};
    }
    /// The sum of the trust of the cells that the row falls into.
    Lane row_trust(const CategoryRow& row) const;
    void hit(const CategoryRow& row);
    /// hits has one number per cell of the model.
    void restore(const MarginalTables& tables, std::span<const std::int64_t> hits);
    /// `table` and `cell` are those of the model.
    std::int64_t hits(std::size_t table, std::size_t cell) const;

  private:
    // A column that an evaluation depends on, and the distance between the stretches of its values.
    struct Other {
        std::size_t column;
        std::size_t stride;
    };
    // One table as seen from one of its columns.
    struct Look {
        std::size_t column;
        std::size_t count;  // of its values
        std::size_t base;   // in data_
        std::size_t first_other;
        std::size_t last_other;
    };
    struct Table {
        std::size_t number;      // in the model
        std::size_t first_cell;  // of the model
        std::size_t end_cell;
        std::vector<std::size_t> columns;
        std::vector<std::size_t> strides;  // of these columns, in cells
        std::vector<std::size_t> looks;    // one per column
    };
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    // The first lane of the stretch, or nowhere if a column is not placed.
    std::size_t place(const Look& look, const CategoryRow& row) const {
        std::size_t at = look.base;
        for (std::size_t k = look.first_other; k < look.last_other; ++k) {
            if (row[others_[k].column] == free_value) return nowhere;
            at += row[others_[k].column] * others_[k].stride;
        }
        return at;
    }
    Lane step_at(std::size_t cell) const { return steps_.empty() ? Lane{1} : steps_[cell - first_cell_]; }
    std::size_t add_look(const MarginalTables& tables, const Table& table, std::size_t column);
    void fill(const MarginalTables& tables, const MarginalTargets& targets, Lane ban);
    template <class Visit>
    void for_each_cell(const Table& table, const MarginalTables& tables, Visit&& visit) const;
    void add_hits(const Table& table, const CategoryRow& row, Lane added);

    std::vector<Table> tables_;
    std::vector<Look> looks_;              // column after column
    std::vector<std::size_t> first_look_;  // of a column; the last entry is their number
    std::vector<Other> others_;
    AlignedVector<Lane> data_;
    std::vector<Lane> steps_;     // of the cells from first_cell_ on: what a hit adds; empty: 1
    std::vector<bool> is_empty_;  // the same: those that have had zero_start_ hits; empty: none
    std::size_t first_cell_ = 0;
    std::int64_t zero_start_ = 0;
};

extern template class HigherTables<std::uint32_t>;
extern template class HigherTables<std::uint64_t>;

}  // namespace drover::impl
