#pragma once

#include "dynamics.hpp"

namespace drover::cli::dynamics {

/// How long two orbits that start close to each other take the same states.
struct SplitItem {
    DynamicsOptions dynamics{.model = {.start = ""}};
    std::int64_t pairs = 101;
    std::int64_t steps = 200'000;
    std::int64_t burn_in = 1'000;
    std::int64_t first_bits = 3;
    std::int64_t last_bits = 12;
};

void add_split(CLI::App& dynamics, SplitItem& options);
ExitCode run_split(const SplitItem& options, Streams& streams);

}  // namespace drover::cli::dynamics
