#pragma once

#include <optional>

#include <drover/classify/summary.hpp>
#include <drover/classify/tuning.hpp>

#include "options.hpp"

namespace drover::cli::classify {

using namespace drover::classify;

/// A compact model compared with the complete one, on training cases.
struct CompactModel {
    std::size_t kept = 0;   ///< weights, of each system
    std::size_t cases = 0;  ///< that were compared
    double difference = 0;  ///< share of cases with another label
    double full_error = 0;
    double error = 0;
};

/// The result of a training.
struct FitResult {
    std::size_t cases = 0;
    std::size_t inputs = 0;
    std::vector<std::string> classes = {};
    Options used = {};
    Summary summary = {};      ///< of the complete model
    bool is_finished = false;  ///< not interrupted
    std::optional<Tuning> tuning = {};
    std::int64_t tuning_updates = 0;  ///< of each trial
    std::optional<CompactModel> compact = {};
    std::int64_t model_bytes = 0;
    std::string digest = {};
    std::vector<std::string> notes = {};
};

/// As text, or as JSON if the options say so.
void write_fit(std::ostream& out, const FitOptions& options, const FitResult& result);

}  // namespace drover::cli::classify
