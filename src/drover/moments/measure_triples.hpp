#pragma once

#include <span>

#include <drover/core/bit_row.hpp>
#include <drover/model/triple_features.hpp>
#include <drover/moments/moments.hpp>

namespace drover {

/// The counts of measure(features, rows), from columns of bits: one word of 64 rows at a time instead of one
/// cell of one row. O(n^3 * rows / 64).
Moments measure_triples(const TripleFeatures<Indicators>& features, std::span<const BitRow> rows);

}  // namespace drover
