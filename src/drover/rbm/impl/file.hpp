#pragma once

#include <drover/core/sealed_bytes.hpp>
#include <drover/rbm/rbm.hpp>

namespace drover::rbm::impl {

/// The part of a model file that steps change.
void write_state(SealedWriter& out, const HerderState& state, std::int64_t positive_margins);
/// Reads it into a model that has everything else. Throws InputError for sizes that are not those of the
/// model.
void read_state(SealedReader& in, Model& model);

}  // namespace drover::rbm::impl
