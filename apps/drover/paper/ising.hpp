#pragma once

#include "../common.hpp"

namespace drover::cli::paper {

/// The Ising experiment: herding in many ways, beside samples of the model.
struct IsingSearchOptions {
    CommonOptions common;
    std::int64_t size = 100;
    std::int64_t samples = 2'000;
    std::int64_t burn_in = 500;
    std::string svg;
};

void add_ising(CLI::App& paper, IsingSearchOptions& options);
ExitCode run_ising(const IsingSearchOptions& options, Streams& streams);

}  // namespace drover::cli::paper
