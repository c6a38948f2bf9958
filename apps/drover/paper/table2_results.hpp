#pragma once

#include "table2_cells.hpp"

namespace drover::cli::paper {

/// The range of errors on the first split with every column as the label.
struct LabelRange {
    double least = 0;
    double median = 0;
    double mean = 0;
    double most = 0;
    double most_from_lr = 0;          ///< the largest difference from logistic regression on one label
    std::int64_t below_majority = 0;  ///< labels on which the error is below that of the majority label
};

/// Nothing if the label is known. `cells` holds all cells, for the methods to compare with.
std::optional<LabelRange> label_range(const Cell& cell, const std::vector<Cell>& cells);

/// Mean and standard deviation (n - 1) over the splits, with the published numbers.
Result to_result(const Cell& cell, const std::vector<Cell>& cells);

/// What is published on Bowling, of which no copy is available.
std::vector<Result> published_on_bowling();

}  // namespace drover::cli::paper
