#include <string>

#include <drover/baselines/labelled_rows.hpp>
#include <drover/core/check.hpp>

namespace drover::baselines {

BitRow without(const BitRow& row, std::size_t column) {
    check_input(column < row.size(), [&] {
        return Problem{Fault::range,
                       {.key = "without"},
                       "a column below " + std::to_string(row.size()),
                       std::to_string(column)};
    });
    BitRow rest(row.size() - 1);
    for (std::size_t i = 0; i < rest.size(); ++i) rest.set(i, row[i < column ? i : i + 1]);
    return rest;
}

LabelledRows take_label(std::span<const BitRow> rows, std::size_t column) {
    LabelledRows result;
    result.rows.reserve(rows.size());
    result.labels.reserve(rows.size());
    for (const BitRow& row : rows) {
        result.rows.push_back(without(row, column));
        result.labels.push_back(row[column]);
    }
    return result;
}

}  // namespace drover::baselines
