#pragma once

#include "dynamics.hpp"

namespace drover::cli::dynamics {

/// The Tipi function over the plane of weights, and the attractor on it.
struct TipiItem {
    DynamicsOptions dynamics;
    std::int64_t steps = 10'000;
    std::int64_t burn_in = 1'000;
    std::int64_t points = 61;
    std::string reach;  ///< half the side of the square; empty: twice that of the attractor
};

void add_tipi(CLI::App& dynamics, TipiItem& options);
ExitCode run_tipi(const TipiItem& options, Streams& streams);

}  // namespace drover::cli::dynamics
