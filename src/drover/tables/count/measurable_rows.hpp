#pragma once

#include <variant>

#include <drover/tables/count/rows.hpp>

namespace drover {

/// Rows whose tables can be counted: all in memory, or counted as they arrived. Not owned.
class MeasurableRows {
  public:
    MeasurableRows(const CategoryTable& rows) : rows_{&rows} {}  // NOLINT(google-explicit-constructor)
    MeasurableRows(const CountedRows& rows) : rows_{&rows} {}    // NOLINT(google-explicit-constructor)

    const Schema& schema() const {
        return std::visit([](const auto* rows) -> const Schema& { return rows->schema; }, rows_);
    }
    std::int64_t row_count() const {
        return std::visit([](const auto* rows) { return static_cast<std::int64_t>(rows->row_count()); },
                          rows_);
    }
    bool is_weighted() const;
    Moments measure(const MarginalTables& tables, const RunControl& control = {}) const;
    WeightedMoments measure_weighted(const MarginalTables& tables, const RunControl& control = {}) const;

  private:
    std::variant<const CategoryTable*, const CountedRows*> rows_;
};

}  // namespace drover
