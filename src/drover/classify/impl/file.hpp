#pragma once

#include <drover/classify/classify.hpp>
#include <drover/core/sealed_bytes.hpp>

namespace drover::classify::impl {

/// The part of a model file that holds the classifier.
void write_classifier(SealedWriter& out, const Classifier& model);
/// Throws InputError for anything that write_classifier could not have written.
Classifier read_classifier(SealedReader& in);

}  // namespace drover::classify::impl
