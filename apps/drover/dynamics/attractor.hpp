#pragma once

#include "dynamics.hpp"

namespace drover::cli::dynamics {

/// Where the weights end up, and how many boxes they lie in.
struct AttractorItem {
    DynamicsOptions dynamics;
    std::int64_t steps = 1'000'000;
    std::int64_t burn_in = 10'000;
    std::int64_t levels = 12;
};

void add_attractor(CLI::App& dynamics, AttractorItem& options);
ExitCode run_attractor(const AttractorItem& options, Streams& streams);

}  // namespace drover::cli::dynamics
