#pragma once

#include <drover/moments/count_table.hpp>

namespace drover {

/// The tables of those with one value of a column: each table that has the column, at that value and without
/// the column; others, and tables of that column alone, are left out. The columns stay numbered as they were.
TableSet slice(const TableSet& set, std::size_t column, std::uint32_t value);

/// Row counts of the values of a column, from the first table that has it and no unknown cells; negative
/// cells count as 0. Throws InputError if there is no such table.
std::vector<Rational> margin(const TableSet& set, std::size_t column);

}  // namespace drover
