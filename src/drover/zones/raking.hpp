#pragma once

#include <span>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/data/sparse_rows.hpp>

namespace drover::zones {

struct RakingOptions {
    int max_iterations = 100;
    double tolerance = 1e-9;  ///< on the slope of the objective, each over 1 + its total
    /// How much a total gives way: it is missed by ridge * (1 + total) * parameter. Totals that contradict
    /// one another have no weights without it.
    double ridge = 1e-6;
    RunControl control = {};  ///< checked in every iteration; Stopped is thrown where it asks for that
};

/// The weights nearest to given ones, in relative entropy, that add up to totals:
///     weights[s] = given[s] * exp(sum_k features[s][k] * parameters[k]),  sum_s weights[s] features[s] =
///     totals
struct Raking {
    std::vector<double> weights;
    std::vector<double> parameters;
    std::vector<double> gaps;  ///< totals - what the weights add up to
    int iterations = 0;
    bool converged = false;
};

/// Damped Newton on the dual sum_s weights[s] - <totals, parameters> + ridge / 2 sum_k (1 + total_k)
/// parameter_k^2, from the given weights; O(rows * entries^2 + totals^3) per iteration, where entries are
/// the non-zero ones of a row. A row that counts towards a total of 0 gets the weight 0, as does a given
/// weight of 0. For a few states with any features and nothing given, maximum_entropy does the same with
/// the same solver. The same bits on every machine. Throws InputError for a weight or a total that is
/// negative or not finite.
Raking rake(const SparseRows& features, std::span<const double> given, std::span<const double> totals,
            const RakingOptions& options = {});

}  // namespace drover::zones
