#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <drover/tables/targets.hpp>

namespace drover {

/// Counts rows that fall, in any table, into a known cell with the target 0. Costs nothing without such
/// cells.
class ImpossibleRows {
  public:
    explicit ImpossibleRows(const Targets& targets);

    bool is_impossible(std::span<const std::uint32_t> row) const;
    void record(std::span<const std::uint32_t> row) {
        if (is_impossible(row)) ++count_;
    }
    std::int64_t count() const { return count_; }

  private:
    struct Table {
        std::vector<std::size_t> columns;
        std::vector<std::size_t> strides;   // one per column of the table
        std::vector<bool> zeros;            // one per cell
        std::vector<std::uint64_t> listed;  // cells; others are 0. Empty: all
    };
    static bool is_zero(const Table& table, std::span<const std::uint32_t> row);

    std::vector<Table> tables_;  // those with a zero
    std::int64_t count_ = 0;
};

inline ImpossibleRows::ImpossibleRows(const Targets& targets) {
    const MarginalTables& features = targets.features;
    for (std::size_t k = 0; k < features.table_count(); ++k) {
        Table table;
        for (std::size_t a = features.first_feature(k); a < features.first_feature(k + 1); ++a) {
            const bool known = targets.trust.empty() || targets.trust[a] != 0;
            table.zeros.push_back(known && targets.moments.counts[a] == 0);
        }
        const bool has_zero = std::find(table.zeros.begin(), table.zeros.end(), true) != table.zeros.end();
        if (!has_zero && !features.has_listed(k)) continue;
        for (std::size_t a = features.first_feature(k);
             features.has_listed(k) && a < features.first_feature(k + 1); ++a)
            table.listed.push_back(features.cell_number(k, a));
        for (const std::size_t column : features.table_columns(k)) {
            table.columns.push_back(column);
            table.strides.push_back(features.stride(k, column));
        }
        tables_.push_back(std::move(table));
    }
}

inline bool ImpossibleRows::is_impossible(std::span<const std::uint32_t> row) const {
    return std::any_of(tables_.begin(), tables_.end(),
                       [&](const Table& table) { return is_zero(table, row); });
}

inline bool ImpossibleRows::is_zero(const Table& table, std::span<const std::uint32_t> row) {
    std::uint64_t cell = 0;
    for (std::size_t j = 0; j < table.columns.size(); ++j)
        cell += std::uint64_t{row[table.columns[j]]} * table.strides[j];
    if (table.listed.empty()) return table.zeros[static_cast<std::size_t>(cell)];
    const auto found = std::lower_bound(table.listed.begin(), table.listed.end(), cell);
    if (found == table.listed.end() || *found != cell) return true;
    return table.zeros[static_cast<std::size_t>(found - table.listed.begin())];
}

}  // namespace drover
