#pragma once

#include <drover/data/feature_table.hpp>
#include <drover/finite/model_drive.hpp>
#include <drover/finite/whole_table.hpp>

#include "../cli/common.hpp"

namespace drover::cli {

/// A finite model as given on the command line: its table of features, its target, and start weights.
struct ModelFiles {
    std::string features;
    std::string probabilities;
    std::string moments;
    std::string start = "zero";  ///< zero, moments, or a file; empty if there is no such option
};

/// FEATURES, --probabilities and --moments.
void describe_model(OptionList& list, ModelFiles& files);
void describe_start(OptionList& list, ModelFiles& files);

/// Throws InputError naming the file for numbers that are not probabilities.
HerdTarget read_target(const ModelFiles& files, const FeatureTable& table);
/// In the units of the table.
ModelStart read_start(const ModelFiles& files, const FeatureTable& table);

}  // namespace drover::cli
