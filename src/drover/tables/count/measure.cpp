#include <drover/core/check.hpp>
#include <drover/data/impl/category_table.hpp>
#include <drover/tables/count/impl/cell_counter.hpp>
#include <drover/tables/count/impl/weight_scale.hpp>
#include <drover/tables/count/measure.hpp>

namespace drover {

void impl::check_cell_count(const MarginalTables& tables) {
    constexpr std::size_t max_cells = std::size_t{1} << 28U;
    check_input(tables.feature_count() <= max_cells, [&] {
        return Problem{Fault::range,
                       {.function = "measure"},
                       "tables of at most 2^28 cells in all",
                       std::to_string(tables.feature_count())};
    });
}

namespace {

void check_sizes(const MarginalTables& tables, const CategoryTable& rows) {
    check_input(!rows.cells.empty(), [] {
        return Problem{Fault::missing, {.function = "measure"}, "at least one row", "none"};
    });
    check_input(tables.column_count() == rows.column_count(), [&] {
        return Problem{.fault = Fault::other,
                       .place = {.function = "measure"},
                       .text = "tables (" + std::to_string(tables.column_count()) + ") and rows (" +
                               std::to_string(rows.column_count()) +
                               ") must have the same number of columns"};
    });
    for (std::size_t j = 0; j < tables.column_count(); ++j) {
        const Column& column = rows.schema.columns[j];
        check_input(tables.value_count(j) == column.values.size(), [&] {
            return Problem{Fault::range,
                           {.column = column.name, .function = "measure"},
                           std::to_string(column.values.size()) + " values in the tables",
                           std::to_string(tables.value_count(j))};
        });
    }
    impl::check_cell_count(tables);
    impl::check_categories(rows, "measure");
}

template <class Count>
std::vector<Count> cell_counts(const MarginalTables& tables, const CategoryTable& rows,
                               std::span<const Count> weights, const RunControl& control) {
    std::vector<Count> counts(tables.feature_count());
    impl::CellCounter<Count>{tables, counts}.count(rows.cells, weights, control);
    return counts;
}

}  // namespace

Moments measure(const MarginalTables& tables, const CategoryTable& rows, const RunControl& control) {
    check_sizes(tables, rows);
    return {.names = {},
            .counts = cell_counts<std::int64_t>(tables, rows, {}, control),
            .total = static_cast<std::int64_t>(rows.row_count())};
}

WeightedMoments measure_weighted(const MarginalTables& tables, const CategoryTable& rows,
                                 const RunControl& control) {
    check_sizes(tables, rows);
    if (rows.weights.empty()) {
        const auto total = static_cast<std::int64_t>(rows.row_count());
        return {{.names = {}, .counts = cell_counts<Int128>(tables, rows, {}, control), .total = total}, 1};
    }
    check_input(rows.weights.size() == rows.row_count(), [&] {
        return Problem{Fault::range,
                       {.key = "weights"},
                       "one for each of " + std::to_string(rows.row_count()) + " rows",
                       std::to_string(rows.weights.size())};
    });
    impl::WeightScale scale;
    scale.add(rows.weights);
    return {{.names = {},
             .counts = cell_counts<Int128>(tables, rows, scale.multiples(rows.weights), control),
             .total = scale.checked_total()},
            scale.denominator()};
}

}  // namespace drover
