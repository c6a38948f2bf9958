#pragma once

#include "classify.hpp"
#include "paper.hpp"

namespace drover::cli {
class Progress;
}

namespace drover::cli::paper {

using Classify = ClassifyErrors (*)(const SplitRows&, const ClassifyJob&);

struct ClassifyMethod {
    const char* name;
    Classify classify;
    bool shares_work;  ///< one fit is used for all labels
};

/// Errors of one method on one data set.
struct Cell {
    const DataSet* set;
    ClassifyMethod method;
    std::vector<ClassifyErrors> splits;  ///< label of the data set, one per split
    /// On the first split, every column as the label, in parts; no parts if the chapter states the label.
    std::vector<ClassifyErrors> label_parts = {};

    bool is_finished() const;  ///< complete, not interrupted
    std::vector<double> errors() const;
    /// One per column, or empty.
    std::vector<double> errors_by_label() const;
};

struct CellOptions {
    std::size_t splits = 5;
    std::int64_t samples = 100'000;
    std::uint64_t seed = 0;
    std::size_t threads = 0;
};

/// The cells of all sets, with room for their results.
std::vector<Cell> make_cells(const std::vector<DataSet>& sets, const CellOptions& options);
/// How many pieces of work there are.
std::int64_t task_count(const std::vector<Cell>& cells);
/// Does the work in parallel; what an interrupt left undone stays empty.
void fill_cells(std::vector<Cell>& cells, const CellOptions& options, Progress& progress);

}  // namespace drover::cli::paper
