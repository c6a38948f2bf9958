#pragma once

#include <utility>

#include <drover/tables/targets.hpp>

namespace drover {

/// The tables for one value of a column: each table with the column, restricted to that value and without the
/// column; other tables, and tables of that column alone, are left out. Column numbers do not change.
TableSet slice(const TableSet& set, std::size_t column, std::uint32_t value);

/// Values of some columns, by their numbers.
using Combination = std::vector<std::pair<std::size_t, std::uint32_t>>;

/// The tables for all these values. Throws InputError if none is left.
TableSet slice(const TableSet& set, const Combination& values);

/// The options for a subset of the tables: settings for other tables and for the total are left out.
TargetOptions options_for_slice(TargetOptions options, const TableSet& part);

/// Row counts of the values of a column, from the first table that has it and no unknown cells; negative
/// cells count as 0. Throws InputError if there is no such table.
std::vector<Rational> margin(const TableSet& set, std::size_t column);

}  // namespace drover
