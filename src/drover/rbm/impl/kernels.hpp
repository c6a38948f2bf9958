#pragma once

#include <cstddef>
#include <cstdint>

namespace drover::rbm::impl {

/// counts[j * stride + k] = number of ones in (x_j op z_k) over all 64-bit words; op is xor or and. Word w of
/// z_k is z[w * stride + k]; word w of x_j is x[j * word_count + w].
struct PairCounts {
    const std::uint64_t* x;
    const std::uint64_t* z;
    std::size_t row_count;
    std::size_t stride;  ///< hidden units, padded to a multiple of 32
    std::size_t word_count;
    bool differing;  ///< xor; otherwise and
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
    std::size_t count;  ///< a multiple of 32
    std::int32_t* magnitudes;
};
std::int64_t move_row(const WeightRow& row);
std::int64_t move_row_plainly(const WeightRow& row);

}  // namespace drover::rbm::impl
