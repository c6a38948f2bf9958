#pragma once

#include <optional>

#include <drover/tables/count_table.hpp>

namespace drover {

/// The tables without unused values, those with no cell that is unknown or not 0 in any table. Nothing if all
/// values are used.
std::optional<TableSet> without_unused_values(const TableSet& set);

}  // namespace drover
