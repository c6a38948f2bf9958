#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <drover/herd/features/marginal_tables.hpp>

namespace drover {

/// How many rows fall into each cell. A row with an unknown value is in no cell of the tables with that
/// column.
class CellHits {
  public:
    explicit CellHits(const MarginalTables& features)
        : features_{features}, hits_(features.feature_count()) {}

    void record(const CategoryRow& row) {
        ++row_count_;
        const bool all_known = knows_all(row);
        for (std::size_t table = 0; table < features_.table_count(); ++table)
            if (all_known || has_cell(table, row)) count(features_.feature(table, row));
    }
    const std::vector<std::int64_t>& hits() const { return hits_; }
    std::int64_t row_count() const { return row_count_; }

  private:
    void count(std::size_t feature) {
        if (feature != no_feature) ++hits_[feature];
    }
    bool knows(std::size_t column, const CategoryRow& row) const {
        return row[column] < features_.value_count(column);
    }
    bool knows_all(const CategoryRow& row) const {
        for (std::size_t column = 0; column < row.size(); ++column)
            if (!knows(column, row)) return false;
        return true;
    }
    bool has_cell(std::size_t table, const CategoryRow& row) const {
        const auto columns = features_.table_columns(table);
        return std::all_of(columns.begin(), columns.end(),
                           [&](std::size_t column) { return knows(column, row); });
    }

    const MarginalTables& features_;
    std::vector<std::int64_t> hits_;
    std::int64_t row_count_ = 0;
};

}  // namespace drover
