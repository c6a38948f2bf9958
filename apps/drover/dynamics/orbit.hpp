#pragma once

#include "dynamics.hpp"

namespace drover::cli::dynamics {

/// The steps themselves, and the cones they go through.
struct OrbitItem {
    DynamicsOptions dynamics;
    std::int64_t steps = 100;
};

void add_orbit(CLI::App& dynamics, OrbitItem& options);
ExitCode run_orbit(const OrbitItem& options, Streams& streams);

}  // namespace drover::cli::dynamics
