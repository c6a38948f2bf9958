#pragma once

#include <string>
#include <vector>

#include <drover/tables/count_table.hpp>

namespace drover {

/// Likely mistakes in tables, one sentence each: a row of totals among the values of a
/// column; a value that two tables spell differently; a value that some tables of a column have and others
/// lack; shares that do not sum to 1 within the relative tolerance. At most ten of a kind.
std::vector<std::string> find_slips(const TableSet& set, double tolerance = 1e-9);

}  // namespace drover
