#pragma once

#include <functional>

#include <drover/classify/classify.hpp>
#include <drover/core/sealed_bytes.hpp>

namespace drover::classify::impl {

/// The part of a model file that holds the classifier.
void write_classifier(SealedWriter& out, const Classifier& model);
/// Throws InputError for anything that write_classifier could not have written.
Classifier read_classifier(SealedReader& in);

/// What updates change in a system, with these as its weights.
void write_progress(SealedWriter& out, const System& system, const std::vector<std::int64_t>& weights);
/// Reads it into a system that has its shape and rates; `is_case` says whether a number is that of a case.
void read_progress(SealedReader& in, const Classifier& model,
                   const std::function<bool(std::uint32_t)>& is_case, System& system);

}  // namespace drover::classify::impl
