#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <drover/core/aligned_vector.hpp>

namespace drover::impl {

/// Units come in blocks of so many, inputs in groups of 8: a byte of a packed row.
inline constexpr std::size_t unit_block = 32;
/// The cases that share a table of sums, before it is made anew.
inline constexpr std::size_t field_cases = 4096;
/// Groups of inputs over which sums of magnitudes are kept.
inline constexpr std::size_t bound_groups = 8;

/// What is known of the magnitudes of weights, and so how wide the lanes must be.
enum class FieldRange {
    narrow,    ///< every field without its bias fits 16 bits
    mixed,     ///< so do the sums over any 16 groups of inputs; fields with biases stay below 2^26
    mixed_8,   ///< so do the sums over any 8 groups
    wide,      ///< fields with biases stay below 2^26
    large,     ///< fields with biases stay below 2^31
    unlimited  ///< anything that fits 32 bits a weight
};

/// The fields of a block of units, bias + sum over inputs of value(input) * weight, for many cases.
struct FieldBlock {
    const std::int32_t* weights;  ///< those of the first unit; a row an input, `weight_stride` apart
    std::size_t weight_stride;
    std::size_t group_count;  ///< inputs / 8
    const std::uint8_t*
        inputs;  ///< of the first case; bit 0 of byte 0 is input 0; cases are `group_count` apart
    std::size_t case_count;
    bool signs;                         ///< inputs count -1 and +1, otherwise 0 and 1
    const std::int32_t* biases;         ///< unit_block of them
    std::uint32_t* positive = nullptr;  ///< bit l: the field of unit l is above 0; a case is `bit_stride` on
    std::uint32_t* zero = nullptr;      ///< bit l: it is 0
    std::size_t bit_stride = 0;
    std::int64_t* sums = nullptr;  ///< of |field| (signs) or max(field, 0), over the block; one a case
    std::int32_t* fields =
        nullptr;  ///< themselves; a case is `field_stride` on. Not for FieldRange::unlimited
    std::size_t field_stride = 0;
    bool long_sums = false;  ///< set by find_fields: 32 fields may not fit 32 bits
};

/// Memory that calls of find_fields use again.
struct FieldScratch {
    AlignedVector<std::int16_t> narrow_tables;
    AlignedVector<std::int16_t> narrow_totals;
    AlignedVector<std::int32_t> wide_tables;
    AlignedVector<std::int32_t> wide_totals;
};

/// Table look-up: the 256 possible sums of each group of inputs are tabled for all units of the block, and a
/// case adds one row a group. Exact, the same for every range that holds.
void find_fields(const FieldBlock& block, FieldRange range, FieldScratch& scratch);
/// The same one weight at a time, in 64 bits.
void find_fields_plainly(const FieldBlock& block);

/// counts[j * stride + k] = ones of (x_j op z_k) over all words, op: xor or and. Of z word w of unit k is
/// z[w * stride + k], of x word w of row j is x[j * word_count + w].
struct PairCounts {
    const std::uint64_t* x;
    const std::uint64_t* z;
    std::size_t row_count;
    std::size_t stride;  ///< units, a multiple of unit_block
    std::size_t word_count;
    bool differing;  ///< xor, otherwise and
    std::int32_t* counts;
};
void count_pairs(const PairCounts& pairs);
void count_pairs_plainly(const PairCounts& pairs);

/// One row of weights: w_k += base - step * counts_k + step * fantasy_counts_k - taken_k; either of the last
/// two may be missing. Adds the magnitudes, each at most 2^23, to `magnitudes` and returns the largest.
struct WeightRow {
    std::int32_t* weights;
    const std::int32_t* counts;
    const std::int32_t* fantasy_counts;
    const std::int32_t* taken;
    std::int32_t base;
    std::int32_t step;
    std::size_t count;  ///< a multiple of unit_block
    std::int32_t* magnitudes;
};
std::int64_t move_row(const WeightRow& row);
std::int64_t move_row_plainly(const WeightRow& row);

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
