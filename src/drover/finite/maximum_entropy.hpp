#pragma once

#include <span>
#include <vector>

#include <drover/herd/features/state_table.hpp>
#include <drover/herd/moments/moments.hpp>

namespace drover {

struct MaximumEntropyOptions {
    int max_iterations = 200;
    double tolerance = 1e-10;  ///< on the moment errors, each over the range of its feature
};

/// The distribution of greatest entropy with given moments: p(s) ~ exp(sum_a parameters[a] * phi_a(s)).
struct MaximumEntropy {
    std::vector<double> probabilities;  ///< of the states, in their order
    std::vector<double> parameters;     ///< one of many choices where features depend on each other
    double entropy = 0;                 ///< in nats
    double largest_moment_error = 0;    ///< max_a |E phi_a - moment_a|, in the units of the features
    int iterations = 0;
    bool converged = false;  ///< every moment is met within the tolerance
};

/// Damped Newton on ln Z - <parameters, moments> from the uniform distribution; O(states * features^2) per
/// iteration. Moments on the boundary of what is possible (a cell of count 0) have no finite parameters:
/// these then grow by about 1 per iteration, while the probabilities converge and the moment error falls by
/// e. For moments that no distribution has, `converged` stays false and largest_moment_error tells how far
/// they are.
MaximumEntropy maximum_entropy(const RealStateTable& table, std::span<const double> moments,
                               const MaximumEntropyOptions& options = {});
MaximumEntropy maximum_entropy(const StateTable& table, std::span<const double> moments,
                               const MaximumEntropyOptions& options = {});
MaximumEntropy maximum_entropy(const StateTable& table, const Moments& moments,
                               const MaximumEntropyOptions& options = {});

}  // namespace drover
