#pragma once

#include "common.hpp"

namespace drover::cli {

struct NeuronOptions {
    CommonOptions common;
    std::string rate;
    std::string start;  ///< empty: 0, or 2*golden-1 for the golden rate
    std::int64_t steps = 100;
    bool weights = false;
    std::string svg;  ///< file for the picture; empty: none
};

void add_neuron(CLI::App& app, NeuronOptions& options);
ExitCode run_neuron(const NeuronOptions& options, Streams& streams);

}  // namespace drover::cli
