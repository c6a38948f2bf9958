#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <drover/core/bit_row.hpp>

namespace drover::impl {

/// Rows of bits, 8 per byte, bit 0 of byte 0 first.
std::vector<std::uint8_t> packed_bytes(std::span<const BitRow> rows, std::size_t bit_count);
void pack_row(const BitRow& row, std::uint8_t* bytes);

/// Transposes rows of bits: 64-bit word w of column j has rows 64 w .. 64 w + 63. `word(row, u)` is word u of
/// a row; `put(u, w, block)` takes word w of the columns 64 u .. 64 u + 63.
template <class Word, class Put>
void transpose_bits(std::size_t row_count, std::size_t word_count, const Word& word, const Put& put);

/// sum_j value(x_j) weights_j of each packed case of `groups` bytes, by tables of 8 inputs each; the weights
/// are padded to a multiple of 8. With `signs` the values are -1 and +1, otherwise 0 and 1.
std::vector<std::int64_t> weighted_sums(std::span<const std::int32_t> weights, bool signs,
                                        std::span<const std::uint8_t> inputs, std::size_t case_count,
                                        std::size_t groups);

template <class Word, class Put>
void transpose_bits(std::size_t row_count, std::size_t word_count, const Word& word, const Put& put) {
    std::array<std::uint64_t, 64> block;
    for (std::size_t w = 0; 64 * w < row_count; ++w) {
        for (std::size_t u = 0; u < word_count; ++u) {
            for (std::size_t i = 0; i < 64; ++i) block[i] = 64 * w + i < row_count ? word(64 * w + i, u) : 0;
            // Warren, Hacker's Delight, 7-3: halves are swapped, then quarters, ...
            std::uint64_t mask = 0xffffffffU;
            for (std::size_t half = 32; half != 0; half /= 2, mask ^= mask << half) {
                for (std::size_t i = 0; i < 64; i = ((i | half) + 1) & ~half) {
                    const std::uint64_t swapped = ((block[i] >> half) ^ block[i | half]) & mask;
                    block[i] ^= swapped << half;
                    block[i | half] ^= swapped;
                }
            }
            put(u, w, block);
        }
    }
}

}  // namespace drover::impl
