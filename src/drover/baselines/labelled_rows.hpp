#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <drover/core/bit_row.hpp>

namespace drover::baselines {

/// Rows of 0/1 attributes, each with a 0/1 label.
struct LabelledRows {
    std::vector<BitRow> rows;
    std::vector<bool> labels;
};

/// Takes one column of the rows as their label and the others, in order, as the attributes. Throws
/// InputError if a row has no such column.
LabelledRows take_label(std::span<const BitRow> rows, std::size_t column);

/// The row without one column. Throws InputError if it has no such column.
BitRow without(const BitRow& row, std::size_t column);

}  // namespace drover::baselines
