#pragma once

#include <drover/core/run_control.hpp>
#include <drover/data/category_table.hpp>
#include <drover/herd/features/marginal_tables.hpp>
#include <drover/herd/moments/moments.hpp>

namespace drover {

/// Counts the cells of all tables over the rows: exact, total = number of rows; weights are ignored. One pass
/// over the rows. Throws InputError unless the columns match those of the tables, all values are categories
/// of these, and there are at most 2^28 cells in all; Stopped where the control, polled every
/// few hundred rows, asks for that.
Moments measure(const MarginalTables& tables, const CategoryTable& rows, const RunControl& control = {});

/// Sums of weights: that of the rows in cell a is moments.counts[a] / denominator, its share among all
/// moments[a].
struct WeightedMoments {
    WideMoments moments;
    Int128 denominator = 1;  ///< the least common denominator of all weights
};

/// The same, each row counted by its weight (by 1 if there are none), exactly. Throws InputError unless there
/// is one weight per row, none negative and at least one positive, and all fit into 126 bits over one
/// denominator.
WeightedMoments measure_weighted(const MarginalTables& tables, const CategoryTable& rows,
                                 const RunControl& control = {});

}  // namespace drover
