#pragma once

#include <optional>

#include <drover/tables/read/impl/cube.hpp>
#include <drover/tables/read/impl/grid.hpp>

namespace drover::read {

/// Whether the first cell is "unit,sex,geo\time": names of the row variables and, after the backslash, of the
/// columns.
bool is_eurostat_tsv(const Grid& grid);

/// Letters after a number are flags; ":" is not known. `flagged` is how many numbers have flags.
std::optional<Cube> read_eurostat_tsv(const Grid& grid, std::size_t& flagged);

}  // namespace drover::read
