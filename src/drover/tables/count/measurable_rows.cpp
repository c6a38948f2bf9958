#include <drover/tables/count/measurable_rows.hpp>

namespace drover {

bool MeasurableRows::is_weighted() const {
    if (const auto* table = std::get_if<const CategoryTable*>(&rows_)) return !(*table)->weights.empty();
    return std::get<const CountedRows*>(rows_)->is_weighted();
}

Moments MeasurableRows::measure(const MarginalTables& tables, const RunControl& control) const {
    if (const auto* table = std::get_if<const CategoryTable*>(&rows_))
        return drover::measure(tables, **table, control);
    return std::get<const CountedRows*>(rows_)->measure(tables);
}

WeightedMoments MeasurableRows::measure_weighted(const MarginalTables& tables,
                                                 const RunControl& control) const {
    if (const auto* table = std::get_if<const CategoryTable*>(&rows_))
        return drover::measure_weighted(tables, **table, control);
    return std::get<const CountedRows*>(rows_)->measure_weighted(tables);
}

}  // namespace drover
