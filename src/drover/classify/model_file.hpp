#pragma once

#include <string>
#include <string_view>

#include <drover/classify/voted_classifier.hpp>
#include <drover/data/examples/input_coding.hpp>

namespace drover {

/// A classifier, and how raw data become its inputs: all that is needed to predict, or to train on.
struct VotedModel {
    InputCoding coding;
    VotedClassifier classifier;
};

/// The model as bytes, the same on every machine: the format drover.fit/1 of docs/formats.md.
std::string voted_model_bytes(const VotedModel& model);
/// Reads them back. Throws InputError naming `name` unless they are whole, and a model that could be.
VotedModel parse_voted_model(std::string_view bytes, const std::string& name);

}  // namespace drover
