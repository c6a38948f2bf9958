#pragma once

#include <drover/rbm/model.hpp>

#include "../cli/common.hpp"

namespace drover::cli {

/// How --binarize is described and understood, wherever rows are read for a model.
Option& describe_binarize(OptionList& list, std::string& binarize);
ObservedTable read_observed(const std::string& path, const std::string& binarize);

RbmModel read_rbm(const std::string& path);

}  // namespace drover::cli
