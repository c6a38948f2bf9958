#pragma once

#include <drover/rbm/rbm.hpp>

#include "../cli/command.hpp"

namespace drover::cli::rbm {

using namespace drover::rbm;

/// Describes and applies --binarize, wherever rows are read for a model.
Option& describe_binarize(OptionList& list, std::string& binarize);
ObservedTable read_observed(const std::string& path, const std::string& binarize,
                            const RunControl& control = {});

Model read_model(const std::string& path);

Command train_item();

}  // namespace drover::cli::rbm
