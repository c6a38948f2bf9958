#pragma once

#include <drover/classify/model_file.hpp>
#include <drover/data/examples/code_inputs.hpp>
#include <drover/data/examples/learn_inputs.hpp>

#include "options.hpp"

namespace drover::cli::classify {

using namespace drover::classify;

/// The training data with a new coding. Throws InputError naming file and place, or the option that does not
/// suit the format.
LearnedInputs learn_training(const TrainingFiles& files, const RunControl& control);

/// The same data, coded by the model of --resume. Throws InputError unless it was trained on them.
CodedExamples read_training(const FitOptions& options, const Model& model, const RunControl& control);

/// How a model votes on rows.
struct VoteOptions {
    CommonOptions common;
    std::string model;
    std::int64_t votes = 0;  ///< 0: all
};
void describe_votes(OptionList& list, VoteOptions& options);

Model read_model(const std::string& path);
/// A model that can vote; otherwise the InputError says how to get one. Checks the options first.
Model read_voting_model(const VoteOptions& options);

/// Data in the format that the model was trained on.
CodedInputs read_inputs(const Model& model, const std::string& path);
CodedExamples read_examples(const Model& model, const std::string& path, const std::string& labels,
                            const RunControl& control = {});

/// The votes on these rows, with progress. Throws Interrupted at Ctrl-C.
Votes take_votes(const char* what, const Model& model, const SparseRows& rows, const VoteOptions& options,
                 const Streams& streams);

/// One line each, to standard error.
void tell_notes(const std::vector<std::string>& notes, const std::string& path, Streams& streams);

}  // namespace drover::cli::classify
