#pragma once

#include <span>
#include <string>
#include <vector>

#include <drover/data/binary_table.hpp>
#include <drover/number/decimal.hpp>

namespace drover {

/// A table of 0/1 columns from columns of numbers: 1 where a number is at least the mean of its column
/// (n * number >= sum), so a constant column is all ones. Computed exactly in 128-bit integers. Throws
/// InputError naming the column if these overflow.
BinaryTable binarize_at_mean(std::vector<std::string> names, std::span<const std::vector<Decimal>> columns);

}  // namespace drover
