#pragma once

#include <drover/classify/classify.hpp>

#include "../cli/job.hpp"

namespace drover::cli::classify {

using namespace drover::classify;

/// What a classifier is trained on, and how it is read.
struct TrainingFiles {
    std::string data;
    std::string label;   ///< column of a table
    std::string labels;  ///< file, for images and words
    std::string format = "auto";
    std::int64_t vocabulary = 5'000;
    std::int64_t skip_top = 100;
    std::vector<std::string> ignore;
    std::vector<std::string> categorical;
    std::string separator = ",";
};

struct FitOptions {
    CommonOptions common;
    TrainingFiles files;
    std::int64_t hidden = static_cast<std::int64_t>(Options{}.hidden_count);
    LabelProcedure procedure = Options{}.procedure;
    std::int64_t updates = RunOptions{}.updates;
    std::int64_t burn_in = Options{}.burn_in;
    std::int64_t batch = static_cast<std::int64_t>(Options{}.batch_size);
    std::string input_scale;
    std::string rate;
    std::string label_rate;
    std::string hidden_bias_rate;
    std::string label_bias_rate;
    std::int64_t bias_halving = Options{}.bias_halving;
    bool no_normalise = false;
    bool tune = false;
    std::int64_t keep = 0;
    cli::JobOptions job;

    FitOptions();
};

void describe(OptionList& list, FitOptions& options);

/// Throws InputError naming the option that is out of range, or the file that would be overwritten.
void check_fit_options(const FitOptions& options);
/// The same of options that a model has of its own.
void check_burn_in(const FitOptions& options);

/// The options that a model has of its own.
const std::vector<std::string>& model_option_names();

/// How the classifier is trained; throws InputError naming the option.
Options classifier_options(const FitOptions& options);

}  // namespace drover::cli::classify
