#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <drover/core/aligned_vector.hpp>

namespace drover::impl {

/// Units are processed in blocks of this many, inputs in groups of 8: one byte of a packed row.
inline constexpr std::size_t unit_block = 32;
/// How many cases share a table of sums before it is built again.
inline constexpr std::size_t field_cases = 4096;

/// What is known about the magnitudes of the weights, and so how wide the lanes must be.
enum class FieldRange {
    narrow,    ///< every field without its bias fits 16 bits
    mixed,     ///< so does every sum over 16 groups of inputs; fields with biases stay below 2^26
    mixed_8,   ///< so does every sum over 8 groups
    wide,      ///< fields with biases stay below 2^26
    large,     ///< fields with biases stay below 2^31
    unlimited  ///< weights are any 32-bit numbers
};

/// The fields of a block of units, bias + sum over inputs of value(input) * weight, for many cases whose
/// inputs are bits.
struct FieldBlock {
    const std::int32_t* weights;  ///< of the first unit; one row per input, `weight_stride` apart
    std::size_t weight_stride;
    std::size_t group_count;  ///< inputs / 8
    const std::uint8_t*
        inputs;  ///< of the first case; bit 0 of byte 0 is input 0; cases are `group_count` bytes apart
    std::size_t case_count;
    bool signs;                  ///< inputs are -1 and +1; otherwise 0 and 1
    const std::int32_t* biases;  ///< unit_block of them
    std::uint32_t* positive =
        nullptr;                    ///< bit l: the field of unit l is above 0; cases are `bit_stride` apart
    std::uint32_t* zero = nullptr;  ///< bit l: the field is 0
    std::size_t bit_stride = 0;
    std::int64_t* sums = nullptr;  ///< of |field| (signs) or max(field, 0), over the block; one per case
    std::int32_t* fields =
        nullptr;  ///< the fields; cases are `field_stride` apart. Not for FieldRange::unlimited
    std::size_t field_stride = 0;
    bool long_sums = false;  ///< set by find_fields: 32 fields may not fit 32 bits
};

/// Memory that calls of find_fields reuse.
struct FieldScratch {
    AlignedVector<std::int16_t> narrow_tables;
    AlignedVector<std::int16_t> narrow_totals;
    AlignedVector<std::int32_t> wide_tables;
    AlignedVector<std::int32_t> wide_totals;
};

/// Table lookup: the 256 possible sums of each group of inputs are tabled for all units of the block, and
/// each case adds one table row per group. Exact; every range that applies gives the same fields.
void find_fields(const FieldBlock& block, FieldRange range, FieldScratch& scratch);
/// The same, one weight at a time, in 64 bits.
void find_fields_plainly(const FieldBlock& block);

/// Fields of one state: out_k = start_k + sum over rows j of values_j * weights_jk, k < stride, a multiple of
/// unit_block, and out_j = start_j + sum over k of values_k * weights_jk. Below 2^31 in magnitude, partial
/// sums too.
struct OneState {
    const std::int32_t* weights;
    std::size_t row_count;
    std::size_t stride;
    const std::int32_t* start;
    const std::int32_t* values;
    std::int64_t* out;
};
void find_column_fields(const OneState& state);
void find_row_fields(const OneState& state);
void find_column_fields_plainly(const OneState& state);
void find_row_fields_plainly(const OneState& state);

}  // namespace drover::impl
