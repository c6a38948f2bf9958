#include <drover/core/check.hpp>
#include <drover/data/sparse_rows.hpp>

namespace drover {

void SparseRows::add(std::size_t column, std::int32_t value) {
    const std::size_t first = ends_.empty() ? 0 : ends_.back();
    check_input(column < column_count_, [&] {
        return Problem{Fault::range,
                       {.function = "SparseRows"},
                       "a column below " + std::to_string(column_count_),
                       std::to_string(column)};
    });
    check_input(columns_.size() == first || columns_.back() < column, [&] {
        return Problem{Fault::range,
                       {.function = "SparseRows"},
                       "a column after " + std::to_string(columns_.back()),
                       std::to_string(column)};
    });
    if (value == 0) return;
    columns_.push_back(static_cast<std::uint32_t>(column));
    values_.push_back(value);
}

void SparseRows::add_row(SparseRow row) {
    for (std::size_t e = 0; e < row.size(); ++e) add(row.columns[e], row.values[e]);
    end_row();
}

std::int64_t dot(SparseRow a, SparseRow b) {
    std::int64_t sum = 0;
    std::size_t e = 0;
    for (std::size_t f = 0; f < b.size(); ++f) {
        while (e < a.size() && a.columns[e] < b.columns[f]) ++e;
        if (e == a.size()) break;
        if (a.columns[e] == b.columns[f]) sum += std::int64_t{a.values[e]} * b.values[f];
    }
    return sum;
}

SparseRows rows_at(const SparseRows& rows, std::span<const std::size_t> chosen) {
    SparseRows found{rows.column_count()};
    for (const std::size_t i : chosen) found.add_row(rows[i]);
    return found;
}

Examples examples_at(const Examples& examples, std::span<const std::size_t> chosen) {
    Examples found{.rows = rows_at(examples.rows, chosen),
                   .unit = examples.unit,
                   .labels = {},
                   .classes = examples.classes};
    for (const std::size_t i : chosen) found.labels.push_back(examples.labels[i]);
    return found;
}

}  // namespace drover
