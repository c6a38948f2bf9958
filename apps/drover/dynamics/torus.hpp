#pragma once

#include "dynamics.hpp"

namespace drover::cli::dynamics {

/// The rotation behind K + 1 states of K features.
struct TorusItem {
    DynamicsOptions dynamics;
    std::int64_t steps = 10'000;
};

void add_torus(CLI::App& dynamics, TorusItem& options);
ExitCode run_torus(const TorusItem& options, Streams& streams);

}  // namespace drover::cli::dynamics
