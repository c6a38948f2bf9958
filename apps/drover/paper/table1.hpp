#pragma once

#include "paper.hpp"

namespace drover::cli::paper {

/// Table 1: how well herding on local moments meets a global quantity, the distribution of the number of
/// ones.
struct Table1Options {
    PaperOptions paper;
    std::int64_t samples = 100'000;
    std::int64_t burn_in = 1'000;
    std::vector<std::string> sets = {};  ///< names; empty: all
};

void add_table1(CLI::App& paper, Table1Options& options);
ExitCode run_table1(const Table1Options& options, Streams& streams);

}  // namespace drover::cli::paper
