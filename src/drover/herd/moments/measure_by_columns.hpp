#pragma once

#include <span>

#include <drover/core/bit_row.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/features/triples.hpp>
#include <drover/herd/moments/moments.hpp>

namespace drover {

// The counts of measure(features, rows), from columns of bits: 64 rows at a time instead of one cell of one
// row. O(n^2 * rows / 64) for pairs, O(n^3 * rows / 64) for triples.
Moments measure_by_columns(const PairFeatures<Indicators>& features, std::span<const BitRow> rows);
Moments measure_by_columns(const TripleFeatures<Indicators>& features, std::span<const BitRow> rows);

}  // namespace drover
