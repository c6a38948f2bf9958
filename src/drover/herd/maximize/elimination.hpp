#pragma once

#include <limits>
#include <vector>

#include <drover/herd/maximize/row_limits.hpp>

namespace drover {

/// The elimination of a column from the graph of the tables; `others` are its neighbours at that time, in
/// order.
struct EliminationStep {
    std::size_t column = 0;
    std::vector<std::size_t> others = {};
    double cells = 1;  ///< joint cells of the column and the others
};

struct EliminationOrder {
    std::vector<EliminationStep> steps;
    double cells = 0;  ///< of all steps
};

/// The free columns in min-fill order: the next column is the one that adds the fewest links between
/// neighbours, on ties the one with fewer cells, then the lowest. Stops after the step that takes the cells
/// above `limit`: then the order is incomplete and `cells` is a lower bound. O(columns^2 * neighbours *
/// columns / 64).
EliminationOrder elimination_order(const MarginalTables& f, const RowLimits& limits = {},
                                   double limit = std::numeric_limits<double>::infinity());

/// The cost of an exact search per row.
struct ExactCost {
    double cells = 0;         ///< that MaxProduct goes through; above 2^40 a lower bound
    bool enumerable = false;  ///< CategoryExhaustive would accept the model
};

ExactCost elimination_cost(const MarginalTables& f, const RowLimits& limits = {});

}  // namespace drover
