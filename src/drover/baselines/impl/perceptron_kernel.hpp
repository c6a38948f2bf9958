#pragma once

#include <cstddef>

#include <drover/data/sparse_rows.hpp>

namespace drover::baselines::impl {

/// Scores computed together.
constexpr std::size_t score_block = 16;

/// scores[v] = sum over the entries of x_c * weights[c * stride + v] for v < score_block. Exact while all
/// sums of |x_c * weight| stay below 2^53: then integers in doubles are exact, and faster.
void find_integer_scores(SparseRow row, const double* weights, std::size_t stride, double* scores);

}  // namespace drover::baselines::impl
