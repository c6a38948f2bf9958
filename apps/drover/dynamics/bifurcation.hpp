#pragma once

#include "dynamics.hpp"

namespace drover::cli::dynamics {

/// What the weights do at a temperature, as it falls to that of herding, 0.
struct BifurcationItem {
    DynamicsOptions dynamics{.model = {.start = "near"}};
    std::string from;  ///< temperatures, in either order; empty: 1.1 T_1 and 0.2 T_1
    std::string to;
    std::int64_t temperatures = 200;
    std::int64_t max_period = 512;
    std::int64_t max_steps = 6'000;
    std::int64_t points = 100;
};

void add_bifurcation(CLI::App& dynamics, BifurcationItem& options);
ExitCode run_bifurcation(const BifurcationItem& options, Streams& streams);

}  // namespace drover::cli::dynamics
