#pragma once

#include <drover/data/category_table.hpp>
#include <drover/model/marginal_tables.hpp>
#include <drover/moments/moments.hpp>

namespace drover {

/// Counts the cells of all tables over the rows: exact, total = number of rows. One pass over the rows.
/// Throws InputError unless the columns are those of the tables and there are at most 2^28 cells in all.
Moments measure(const MarginalTables& tables, const CategoryTable& rows);

}  // namespace drover
