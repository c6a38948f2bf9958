#pragma once

#include <cstddef>
#include <cstdint>

#include <drover/data/sparse_rows.hpp>

namespace drover::classify::impl {

/// Columns of W come in blocks of this many.
inline constexpr std::size_t column_block = 16;

/// out_j = sum over the entries of x of value * weights[column * stride + j], j < stride, a multiple of
/// column_block. Exact while sums of magnitudes stay below 2^53: the doubles are integers.
struct InputFields {
    SparseRow x;
    const std::int32_t* weights;
    std::size_t stride;
    double* out;
};
void find_input_fields(const InputFields& fields);
void find_input_fields_plainly(const InputFields& fields);

/// scores_k += sum over j < stride of |fields_j + offsets[k * stride + j]|, k < label_count; exact as above.
struct LabelScores {
    const double* fields;
    const double* offsets;
    std::size_t stride;
    std::size_t label_count;
    double* scores;
};
void add_magnitudes(const LabelScores& of);
void add_magnitudes_plainly(const LabelScores& of);

/// weights[column * stride + j] += value * steps_j for the entries of x.
struct InputMove {
    SparseRow x;
    const std::int32_t* steps;
    std::int32_t* weights;
    std::size_t stride;
};
void move_inputs(const InputMove& move);
void move_inputs_plainly(const InputMove& move);

}  // namespace drover::classify::impl
