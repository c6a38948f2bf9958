#pragma once

#include <drover/tables/read/impl/grid.hpp>
#include <drover/tables/read/impl/numbers.hpp>
#include <drover/tables/read/result.hpp>

namespace drover::read {

/// Reads a grid as a long table, a wide table or crosstab, or microdata, in this order; a grid that no rule
/// fits is refused.
void read_grid(const Grid& grid, NumberStyle style, const ReadOptions& options, Reading& reading);

}  // namespace drover::read
