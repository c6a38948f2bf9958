#pragma once

#include <optional>
#include <vector>

#include <drover/dynamics/bifurcation.hpp>

namespace drover::dynamics::impl {

/// The attractor that begins as the fixed point, followed from T_1 down.
struct Route {
    std::vector<Threshold> thresholds;
    std::vector<DoublingCascade> cascades;  ///< in the order in which they come; the first begins with 1
    std::vector<Cycle> entries = {};        ///< the first cycle of each cascade after the first
    RouteEnd end = RouteEnd::goal;

    /// The first cascade with a limit, else the last: there the route ends.
    std::size_t main_cascade() const;
};

struct RouteOptions {
    double lowest = 0;
    std::int64_t max_period = 512;
    RunControl control = {};  ///< checked throughout; the route ends, lost, where it asks for a stop
};

/// `theta` and T_1 of independent features.
Route follow_route(const TemperedMap& map, std::span<const double> theta, double first_threshold,
                   const RouteOptions& options);

/// Sets the gap ratios of consecutive flips, each of twice the period of the one before.
void set_gap_ratios(std::vector<Threshold>& thresholds);
/// Feigenbaum's extrapolation from the last two thresholds of one cascade, where the ratios allow it.
struct Accumulation {
    double limit = 0;
    double error = 0;  ///< from the extrapolation of the two thresholds before
};
std::optional<Accumulation> accumulation_point(std::span<const Threshold> thresholds);

}  // namespace drover::dynamics::impl
