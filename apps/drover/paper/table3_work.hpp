#pragma once

#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>

#include "table3_data.hpp"
#include "table3_settings.hpp"

namespace drover::cli::paper {

struct Table3Job {
    std::uint64_t seed = 0;
    ThreadPool* pool = nullptr;  ///< results do not depend on it
    RunControl control = {};     ///< receives thousandths of the cell
};

/// The result of a cell. Lists have one entry per fold.
struct Table3Outcome {
    std::vector<double> errors = {};  ///< share of the test cases
    std::vector<double> training_errors =
        {};                                  ///< of the last pass of herding, of the machine kept at the end
    std::vector<std::int64_t> updates = {};  ///< batches; for herding per system, for others in all
    std::vector<double> l2 = {};             ///< used by the machine
    std::optional<std::int64_t> burn_in = {};  ///< of herding
    std::optional<std::int64_t> votes = {};    ///< of herding, of the system with most
    std::string voted_by = {};                 ///< "all updates", "1000 updates" or nothing
    bool reached_zero = true;                  ///< no training mistakes at the end of any fold
    double training_seconds = 0;
    double voting_seconds = 0;
    bool stopped = false;
    std::string failure = {};  ///< what went wrong; if not empty, the rest is invalid

    std::optional<double> error() const;   ///< mean, percent
    std::optional<double> spread() const;  ///< standard deviation over folds, percent; absent for one fold
};

/// Computes the cell, fold after fold. Does not throw: a failure is part of the outcome.
Table3Outcome compute(const Table3Cell& cell, const Table3Settings& settings, const Table3Set& set,
                      const Table3Job& job);

}  // namespace drover::cli::paper
