#pragma once

#include "common.hpp"

namespace drover::cli {

struct IsingOptions {
    CommonOptions common;
    std::int64_t size = 100;
    std::string boundary = "torus";
    std::string beta = "critical";
    std::int64_t samples = 5'000;
    std::int64_t burn_in = 500;
    std::string method = "herding";
    std::string edge_moment = "auto";
    std::int64_t reference = 5'000;  ///< sweeps of Swendsen-Wang for the moments and to compare with
    std::vector<std::string> features = {"nodes", "edges"};
    std::string order = "raster";
    std::string sweeps = "all";
    std::string start = "persistent";
    std::string node_rate = "1";
    std::string images;  ///< folder for pictures of samples; empty: none
    std::string svg;
};

void add_ising(CLI::App& app, IsingOptions& options);
ExitCode run_ising(const IsingOptions& options, Streams& streams);

}  // namespace drover::cli
