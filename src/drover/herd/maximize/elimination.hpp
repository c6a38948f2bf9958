#pragma once

#include <limits>
#include <vector>

#include <drover/herd/maximize/row_limits.hpp>

namespace drover {

/// A column leaves the graph of the tables; `others` are its neighbours at that time, in order.
struct EliminationStep {
    std::size_t column = 0;
    std::vector<std::size_t> others = {};
    double cells = 1;  ///< joint cells of the column and the others
};

struct EliminationOrder {
    std::vector<EliminationStep> steps;
    double cells = 0;  ///< of all steps
};

/// The free columns in min-fill order: next goes the column that links the fewest neighbours anew, on ties
/// the one of fewer cells, then the lowest. Ends after the step that takes the cells above `limit`: then the
/// order is not whole, and `cells` a lower bound. O(columns^2 * neighbours * columns / 64).
EliminationOrder elimination_order(const MarginalTables& f, const RowLimits& limits = {},
                                   double limit = std::numeric_limits<double>::infinity());

/// What exact search would cost a row.
struct ExactCost {
    double cells = 0;         ///< that MaxProduct goes through; above 2^40 a lower bound
    bool enumerable = false;  ///< CategoryExhaustive would take it
};

ExactCost elimination_cost(const MarginalTables& f, const RowLimits& limits = {});

}  // namespace drover
