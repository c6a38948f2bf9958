#pragma once

#include <drover/data/category_table.hpp>
#include <drover/herd/features/marginal_tables.hpp>
#include <drover/herd/moments/moments.hpp>

namespace drover {

/// Counts the cells of all tables over the rows: exact, total = number of rows, whatever their weights. One
/// pass over the rows.
/// Throws InputError unless the columns are those of the tables, all cells of rows are categories of theirs
/// and there are at most 2^28 cells in all.
Moments measure(const MarginalTables& tables, const CategoryTable& rows);

/// Sums of weights: that of the rows in cell a is moments.counts[a] / denominator, its share among all
/// moments[a].
struct WeightedMoments {
    WideMoments moments;
    Int128 denominator = 1;  ///< the least that all weights have in common
};

/// The same, each row counted by its weight (by 1 where there are none), exactly. Throws InputError unless
/// there is a weight for each row, none below 0 and some above, and all fit into 126 bits over one
/// denominator.
WeightedMoments measure_weighted(const MarginalTables& tables, const CategoryTable& rows);

}  // namespace drover
