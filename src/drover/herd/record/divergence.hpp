#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace drover {

/// -sum p ln p, in nats.
double entropy(std::span<const double> p);
/// KL(p || q) = sum p ln(p / q), in nats; infinite if q is 0 where p is not. Both sum to 1.
double kl_divergence(std::span<const double> p, std::span<const double> q);
/// Counts over their sum.
std::vector<double> shares(std::span<const std::int64_t> counts);

struct Divergence {
    double kl = 0;
    bool smoothed = false;  ///< half a count was added to every bin of the estimate
};

/// KL(data || estimate) of two histograms over the same bins. Only if the estimate has an empty bin that the
/// data occupy, half a count is added to all its bins, and the result says so.
Divergence kl_of_counts(std::span<const std::int64_t> data, std::span<const std::int64_t> estimate);
/// The same over the bins that the data occupy: the estimate's mass elsewhere is removed and the rest
/// renormalised. For estimates that put mass where no data can be.
Divergence kl_on_occupied_bins(std::span<const std::int64_t> data, std::span<const std::int64_t> estimate);

}  // namespace drover
