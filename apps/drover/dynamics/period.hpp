#pragma once

#include "dynamics.hpp"

namespace drover::cli::dynamics {

/// When the weights come again.
struct PeriodItem {
    DynamicsOptions dynamics;
    std::int64_t max_period = 1'000'000;
};

void add_period(CLI::App& dynamics, PeriodItem& options);
ExitCode run_period(const PeriodItem& options, Streams& streams);

}  // namespace drover::cli::dynamics
