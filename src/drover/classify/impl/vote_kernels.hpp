#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace drover::classify::impl {

/// Rows vote in blocks of this many, one vector lane each.
inline constexpr std::size_t row_block = 16;

/// out_m = the sum over e of low_e * inputs[2 * (pairs_e * stride + m)] + high_e * inputs[... + 1], m <
/// stride, a multiple of row_block, for entries that hold two numbers of 16 bits each: low_e + 2^16 high_e.
/// Exact where sums of magnitudes stay below 2^31.
struct PairProducts {
    std::span<const std::uint32_t> pairs;
    std::span<const std::uint32_t> entries;
    const std::int16_t* inputs;
    std::size_t stride;
    std::int32_t* out;
};
void find_pair_products(const PairProducts& of);
void find_pair_products_plainly(const PairProducts& of);

/// Columns of a block of rows move: fields[row_block * j + r] += amounts_r for j of `up`, -= for j of `down`,
/// and quick is the same, rounded to floats.
struct BlockMove {
    std::span<const std::uint32_t> up;
    std::span<const std::uint32_t> down;
    const double* amounts;
    double* fields;
    float* quick;
};
void move_block(const BlockMove& move);
void move_block_plainly(const BlockMove& move);

/// The approximately best label of each row of a block, its score, and the next best score. The score of
/// label k is biases_k + the sum over j < column_count of |quick[row_block * j + r] + offsets[k * stride +
/// j]|.
struct VoteScores {
    const float* quick;
    std::size_t column_count;
    const float* offsets;
    std::size_t stride;
    std::span<const float> biases;
    float* best;
    float* next;
    std::uint32_t* labels;
};
void judge_block(const VoteScores& of);

/// The largest error of such a score: fields, offsets and biases were rounded to floats, and so is every sum.
/// A field is no larger than the terms and offsets it is part of. `offsets` is the sum of
/// magnitudes of a label's offsets and bias.
inline double block_error(std::size_t column_count, double best, double offsets) {
    return 0x1p-24 * (static_cast<double>(column_count) + 8) * (best + 3 * offsets) * 1.01;
}

}  // namespace drover::classify::impl
