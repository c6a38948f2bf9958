#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include <drover/core/check.hpp>
#include <drover/herd/features/feature_map.hpp>

namespace drover {

/// A row of categories: the value of each column, counted from 0.
using CategoryRow = std::vector<std::uint32_t>;

/// In a row of fixed values: this column is free.
inline constexpr std::uint32_t free_value = std::numeric_limits<std::uint32_t>::max();

/// In place of a feature: the row is in none of the table's cells.
inline constexpr std::size_t no_feature = std::numeric_limits<std::size_t>::max();

/// Columns with any number of categories, and tables over subsets of them. The features are the indicators of
/// the cells: table after table, and within a table the last of its columns fastest. A table may list only
/// some of its cells; strides then refer to the numbers of its cells.
class MarginalTables {
  public:
    using State = CategoryRow;

    /// `tables` lists the columns of each table: at least one, none twice.
    MarginalTables(std::vector<std::size_t> value_counts, std::vector<std::vector<std::size_t>> tables);
    /// `listed` has the cell numbers of each table, ascending; it is empty for a table with all cells.
    MarginalTables(std::vector<std::size_t> value_counts, std::vector<std::vector<std::size_t>> tables,
                   std::vector<std::vector<std::uint64_t>> listed);

    std::size_t column_count() const { return value_counts_.size(); }
    std::size_t value_count(std::size_t column) const { return value_counts_[column]; }
    std::size_t table_count() const { return tables_.size(); }
    std::span<const std::size_t> table_columns(std::size_t table) const { return tables_[table].columns; }
    /// The tables that hold this column.
    std::span<const std::size_t> tables_of(std::size_t column) const { return tables_of_[column]; }
    /// The features of a table are first_feature(table) .. first_feature(table + 1) - 1.
    std::size_t first_feature(std::size_t table) const {
        return table < tables_.size() ? tables_[table].first_feature : feature_count_;
    }
    /// The distance between the features of two neighbouring values of a column in a table; 0 if the table
    /// lacks it.
    std::size_t stride(std::size_t table, std::size_t column) const { return tables_[table].strides[column]; }

    std::size_t feature_count() const { return feature_count_; }
    CategoryRow first_state() const { return CategoryRow(column_count()); }
    FeatureBounds bounds() const {
        return {.lowest = 0, .highest = 1, .total = static_cast<Int128>(tables_.size())};
    }
    bool has_listed(std::size_t table) const { return !tables_[table].listed.empty(); }
    /// The number of a feature's cell in its table.
    std::uint64_t cell_number(std::size_t table, std::size_t feature) const {
        const std::size_t inside = feature - first_feature(table);
        return has_listed(table) ? tables_[table].listed[inside] : inside;
    }
    /// The cell of a table that the row falls into; no_feature if that cell is not listed.
    std::size_t feature(std::size_t table, std::span<const std::uint32_t> row) const {
        if (has_listed(table)) return listed_feature(tables_[table], row);
        std::size_t cell = tables_[table].first_feature;
        for (const std::size_t column : tables_[table].columns) cell += row[column] * stride(table, column);
        return cell;
    }

    template <class Sink>
    void visit(const CategoryRow& row, Sink&& sink) const {
        for (std::size_t table = 0; table < tables_.size(); ++table) {
            const std::size_t cell = feature(table, row);
            if (cell != no_feature) sink(cell, std::int64_t{1});
        }
    }
    template <Weights W>
    typename W::Value score(const W& w, const CategoryRow& row) const {
        return visited_score(*this, w, row);
    }
    /// Score with that value of the column minus the current score. O(tables of the column).
    template <Weights W>
    typename W::Value change_gain(const W& w, const CategoryRow& row, std::size_t column,
                                  std::uint32_t value) const {
        typename W::Value gain{};
        for (const std::size_t table : tables_of_[column]) {
            const std::size_t now = feature(table, row);
            const std::size_t step = stride(table, column);
            gain += w[now - row[column] * step + value * step] - w[now];
        }
        return gain;
    }

  private:
    struct Table {
        std::vector<std::size_t> columns;
        std::vector<std::size_t> strides;  // one per column of the model
        std::vector<std::uint64_t> listed;
        std::size_t first_feature = 0;
    };

    void add_table(std::vector<std::size_t> columns, std::vector<std::uint64_t> listed);
    static std::size_t listed_feature(const Table& table, std::span<const std::uint32_t> row);

    std::vector<std::size_t> value_counts_;
    std::vector<Table> tables_;
    std::vector<std::vector<std::size_t>> tables_of_;
    std::size_t feature_count_ = 0;
};

/// All tables over `order` of the columns, in lexicographic order.
std::vector<std::vector<std::size_t>> all_tables(std::size_t column_count, std::size_t order);

}  // namespace drover
