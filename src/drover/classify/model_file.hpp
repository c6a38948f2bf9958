#pragma once

#include <string>
#include <string_view>

#include <drover/classify/classify.hpp>
#include <drover/data/examples/input_coding.hpp>

namespace drover::classify {

/// A classifier, and how raw data become its inputs: all that is needed to predict, or to continue training.
struct Model {
    InputCoding coding;
    Classifier classifier;
};

/// The model as bytes, the same on every machine: the format drover.fit/1 of docs/formats.md.
std::string to_bytes(const Model& model);
/// Reads them back. Throws InputError naming `name` if they are truncated, altered, or not a possible model.
Model parse_model(std::string_view bytes, const std::string& name);

}  // namespace drover::classify
