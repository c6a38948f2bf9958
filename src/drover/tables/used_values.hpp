#pragma once

#include <optional>

#include <drover/tables/count_table.hpp>

namespace drover {

/// The tables without unused values, those with no cell that is unknown or not 0 in any table. Nothing if all
/// values are used. Throws Stopped where the control, polled after every table, asks for that.
std::optional<TableSet> without_unused_values(const TableSet& set, const RunControl& control = {});

}  // namespace drover
