#pragma once

#include "common.hpp"
#include "model_input.hpp"

namespace drover::cli {

struct HerdOptions {
    CommonOptions common;
    ModelFiles model;
    std::int64_t steps = 1000;
    std::int64_t burn_in = 0;
    std::string eta = "1";
    std::string rates;
    std::string rule = "herding";
    std::string states;  ///< file for the sequence
};

void add_herd(CLI::App& app, HerdOptions& options);
ExitCode run_herd(const HerdOptions& options, Streams& streams);

}  // namespace drover::cli
