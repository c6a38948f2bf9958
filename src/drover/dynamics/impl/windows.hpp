#pragma once

#include <vector>

#include <drover/dynamics/impl/cascade.hpp>
#include <drover/dynamics/impl/sweep.hpp>

namespace drover::dynamics::impl {

/// Stable cycles that the sweeps saw beside the route or below it, and those that the route itself came to
/// below its limit. `highest` and `lowest` of the options are set. Ends are confirmed by orbits in extended
/// numbers.
std::vector<PeriodicWindow> find_windows(const TemperedMap& map, const Route& route,
                                         const std::vector<std::vector<SweptAttractor>>& sweeps,
                                         const BifurcationOptions& options);

}  // namespace drover::dynamics::impl
