#pragma once

#include <optional>
#include <vector>

#include <drover/dynamics/bifurcation.hpp>

namespace drover::detail {

enum class RouteEnd { goal, period_limit, torus, aperiodic, lost };

/// The attractor that begins as the fixed point, followed from T_1 down.
struct Route {
    std::vector<Threshold> thresholds;
    std::vector<DoublingCascade> cascades;  ///< in the order in which they come; the first begins with 1
    RouteEnd end = RouteEnd::goal;
};

struct RouteOptions {
    double lowest = 0;
    std::int64_t max_period = 512;
    RunControl control = {};  ///< looked at all the time; the route ends, lost, where it asks for a stop
};

/// `theta` and T_1 of independent features.
Route follow_route(const TemperedMap& map, std::span<const double> theta, double first_threshold,
                   const RouteOptions& options);

/// Sets the gap ratios of flips in a row, each of twice the period of the one before.
void set_gap_ratios(std::vector<Threshold>& thresholds);
/// Feigenbaum's extrapolation from the last two thresholds of one cascade, where the ratios allow it.
std::optional<double> accumulation_point(std::span<const Threshold> thresholds);

}  // namespace drover::detail
