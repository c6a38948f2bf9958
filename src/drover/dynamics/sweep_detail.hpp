#pragma once

#include <optional>
#include <span>
#include <vector>

#include <drover/core/thread_pool.hpp>
#include <drover/dynamics/cycles.hpp>

namespace drover::detail {

struct SweepOptions {
    CycleOptions cycles;
    std::int64_t exponent_steps = 2'000;
    std::int64_t point_count = 100;
};

/// The attractor at one temperature.
struct Attractor {
    std::optional<Cycle> cycle;
    double exponent = 0;         ///< the largest
    std::vector<double> points;  ///< one row a point
};

/// One attractor a temperature, in their order; each starts where the one before ended, a little pushed, so
/// that no orbit stays on what has become unstable.
std::vector<Attractor> sweep(const TemperedMap& map, std::span<const double> temperatures,
                             std::span<const double> start, const SweepOptions& options);

/// Three sweeps a start, all in the order of `temperatures`: 3k from start k along them, 3k + 1 on from its
/// end and back, 3k + 2 anew from the start at each temperature. One task of the pool a sweep or two.
std::vector<std::vector<Attractor>> all_sweeps(const TemperedMap& map, std::span<const double> temperatures,
                                               const std::vector<std::vector<double>>& starts,
                                               const SweepOptions& options, ThreadPool* pool);

}  // namespace drover::detail
