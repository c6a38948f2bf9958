#pragma once

#include "dynamics.hpp"

namespace drover::cli::dynamics {

/// How alike states are that lie some steps apart: of one model, or of many random ones.
struct AutocorrelationItem {
    DynamicsOptions dynamics;
    std::int64_t models = 100;
    std::int64_t steps = 100'000;
    std::int64_t lags = 20;
    std::string scale = "1";  ///< of the random models' parameters
};

void add_autocorrelation(CLI::App& dynamics, AutocorrelationItem& options);
ExitCode run_autocorrelation(const AutocorrelationItem& options, Streams& streams);

}  // namespace drover::cli::dynamics
