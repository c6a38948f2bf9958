#pragma once

#include <optional>

#include <drover/tables/count_table.hpp>

namespace drover {

/// The tables without the values that no table lists with a count other than 0 or as unknown: nobody can have
/// them. Nothing if all values are used.
std::optional<TableSet> without_unused_values(const TableSet& set);

}  // namespace drover
