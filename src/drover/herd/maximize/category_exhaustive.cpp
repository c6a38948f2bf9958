#include <algorithm>

#include <drover/core/number_text.hpp>
#include <drover/herd/maximize/category_exhaustive.hpp>

namespace drover {

CategoryExhaustive::CategoryExhaustive(const MarginalTables& f, RowLimits limits)
    : limits_{std::move(limits)},
      complete_at_(f.column_count()),
      walker_(f.column_count()),
      best_row_(f.column_count()) {
    check_row_limits("CategoryExhaustive", f, limits_);
    const double rows = row_count(f, limits_);
    check_input(rows <= static_cast<double>(max_rows), [&] {
        return Problem{Fault::range,
                       {.function = "CategoryExhaustive"},
                       "at most " + std::to_string(max_rows) + " rows to try",
                       shortest(rows)};
    });
    for (std::size_t table = 0; table < f.table_count(); ++table) {
        const auto columns = f.table_columns(table);
        complete_at_[*std::max_element(columns.begin(), columns.end())].push_back(table);
    }
    if (limits_.forbidden.empty()) return;
    Best<NoWeights::Value> any;
    visit(f, NoWeights{}, 0, 0, any);
    check_input(any.found, [] {
        return Problem{Fault::missing,
                       {.function = "CategoryExhaustive"},
                       "at least one row without a forbidden cell",
                       "none"};
    });
}

}  // namespace drover
