#pragma once

#include <optional>
#include <span>
#include <vector>

#include <drover/core/impl/shared_progress.hpp>
#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/dynamics/attractor_kind.hpp>

namespace drover::dynamics::impl {

struct SweepOptions {
    CycleOptions cycles;
    std::int64_t exponent_steps = 1'000'000;
    std::int64_t point_count = 100;
    RunControl control = {};                           ///< checked before each attractor
    drover::impl::SharedProgress* progress = nullptr;  ///< told of each attractor that is found or named
};

/// The attractor at one temperature.
struct SweptAttractor {
    std::optional<Cycle> cycle;
    std::vector<double> points;  ///< one row per point
};

/// Sweeps with one attractor a temperature. Each starts where the one before ended, a little pushed, so that
/// no orbit stays on what has become unstable.
/// Three sweeps per start, all in the order of `temperatures`: 3k from start k along them, 3k + 1 on from its
/// end and back, 3k + 2 from the start again at each temperature. Each task of the pool takes a sweep or two.
/// Nothing at all if it is stopped before the end.
std::vector<std::vector<SweptAttractor>> all_sweeps(const TemperedMap& map,
                                                    std::span<const double> temperatures,
                                                    const std::vector<std::vector<double>>& starts,
                                                    const SweepOptions& options, ThreadPool* pool);

/// What each attractor of a sweep is, one task of the pool each. A cycle that shows late is put into the
/// sweep.
std::vector<AttractorClass> name_attractors(const TemperedMap& map, std::span<const double> temperatures,
                                            std::vector<SweptAttractor>& sweep, const SweepOptions& options,
                                            ThreadPool* pool);

}  // namespace drover::dynamics::impl
