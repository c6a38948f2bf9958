#pragma once

#include "paper.hpp"

namespace drover::cli::paper {

/// The chapter's open question: how close does herding come to the entropy of maximum entropy?
struct EntropyOptions {
    PaperOptions paper;
    std::int64_t samples = 100'000;
    std::int64_t models = 20;  ///< random ones of 10 variables
};

void add_entropy(CLI::App& paper, EntropyOptions& options);
ExitCode run_entropy(const EntropyOptions& options, Streams& streams);

}  // namespace drover::cli::paper
