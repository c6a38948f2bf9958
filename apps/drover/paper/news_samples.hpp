#pragma once

#include "paper.hpp"

namespace drover::cli::paper {

/// The figure of pseudo-samples above data: documents as lines, words as columns.
struct NewsSamplesOptions {
    PaperOptions paper;
    std::int64_t rows = 300;
    std::int64_t burn_in = 1'000;
};

void add_news_samples(CLI::App& paper, NewsSamplesOptions& options);
ExitCode run_news_samples(const NewsSamplesOptions& options, Streams& streams);

}  // namespace drover::cli::paper
