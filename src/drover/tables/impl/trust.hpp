#pragma once

#include <span>

#include <drover/tables/targets.hpp>

namespace drover {

/// The multiplier of every cell: the table's trust times what its standard error says. With s the (lower)
/// median of all standard errors se > 0, each as a share of its table's total, that is 4 s^2 / se^2 rounded
/// to an integer from 1 to 16; 16 for se = 0, and 4 in tables without se. Unknown cells have 0. Empty if all
/// are 1. Throws InputError for a name without a table and a trust outside 1 to 100.
std::vector<std::int32_t> make_trust(const TableSet& set, std::span<const Rational> totals,
                                     const TargetOptions& options);

/// The largest sum over the tables of one column, each with its largest multiplier; at least 1.
std::int64_t largest_column_trust(const MarginalTables& features, std::span<const std::int32_t> trust);

}  // namespace drover
