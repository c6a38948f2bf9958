#pragma once

#include <drover/classify/fit_job.hpp>

#include "options.hpp"

namespace drover::cli::classify {

using namespace drover::classify;

/// What a training is reported with.
struct FitReport {
    JobEnd end = JobEnd::finished;
    std::int64_t trial_updates = 0;
    FitResult result = {};  ///< the classifier may have left it
    std::size_t cases = 0;
    std::size_t inputs = 0;
    std::vector<std::string> classes = {};
    Options used = {};
    std::int64_t model_bytes = 0;
    std::string digest = {};
    std::vector<std::string> notes = {};
};

/// As text, or as JSON if the options say so.
void write_fit(std::ostream& out, const FitOptions& options, const FitReport& report);

}  // namespace drover::cli::classify
