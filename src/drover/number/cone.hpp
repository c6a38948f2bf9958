#pragma once

#include <span>

#include <drover/core/matrix_view.hpp>
#include <drover/number/int128.hpp>

namespace drover {

/// Is the target a sum of the rays (rows) with coefficients >= 0? Decided exactly, for entries of any size.
/// If not, some w has <w, ray> <= 0 for every ray and <w, target> > 0 (Farkas).
/// Phase one of the simplex method: steepest pivots first, then Bland's rule, which always ends. With m
/// entries per ray, a pivot costs O(m^2) multiplications of numbers of up to m times the bits of an entry,
/// and O(m) in double for each ray.
bool cone_contains(MatrixView<const Int128> rays, std::span<const Int128> target);

}  // namespace drover
