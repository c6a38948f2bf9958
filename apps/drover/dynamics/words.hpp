#pragma once

#include "dynamics.hpp"

namespace drover::cli::dynamics {

/// How many different words of each length the states of an orbit hold.
struct WordsItem {
    DynamicsOptions dynamics;
    std::int64_t steps = 1'000'000;
    std::int64_t length = 1'000;
    std::int64_t burn_in = 0;
};

void add_words(CLI::App& dynamics, WordsItem& options);
ExitCode run_words(const WordsItem& options, Streams& streams);

}  // namespace drover::cli::dynamics
