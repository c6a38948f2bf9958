#pragma once

#include "paper.hpp"

namespace drover::cli::paper {

/// Table 2: a label predicted from the other attributes, by logistic regression that learns from herding's
/// pseudo-samples alone, and by classifiers that learn from the rows.
struct Table2Options {
    PaperOptions paper;
    std::int64_t splits = 5;
    std::int64_t samples = 100'000;
    std::vector<std::string> sets = {};  ///< names; empty: all
};

void add_table2(CLI::App& paper, Table2Options& options);
ExitCode run_table2(const Table2Options& options, Streams& streams);

}  // namespace drover::cli::paper
