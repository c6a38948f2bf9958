#pragma once

#include <array>
#include <vector>

#include <drover/core/thread_pool.hpp>
#include <drover/rbm/impl/kernels.hpp>
#include <drover/rbm/rbm.hpp>
#include <drover/rbm/weights.hpp>

namespace drover::impl {

/// Rows of bits, 8 a byte, bit 0 of byte 0 first.
std::vector<std::uint8_t> packed_bytes(std::span<const BitRow> rows, std::size_t bit_count);
void pack_row(const BitRow& row, std::uint8_t* bytes);

/// Rows of bits by column: word w of column j has rows 64 w .. 64 w + 63. `word(row, u)` is word u of a row.
/// `put(u, w, words)` takes the 64 words of columns 64 u .. 64 u + 63.
template <class Word, class Put>
void transpose_bits(std::size_t row_count, std::size_t word_count, const Word& word, const Put& put);

/// sum_j value(x_j) weights_j of packed cases of so many bytes, by tables of 8 units; weights are padded
/// to 8.
std::vector<std::int64_t> visible_sums(std::span<const std::int32_t> weights, bool signs,
                                       std::span<const std::uint8_t> inputs, std::size_t case_count,
                                       std::size_t groups);

/// What a batch of cases comes to.
struct HiddenLook {
    std::vector<std::uint32_t> bits;   ///< unit k of case i: bit k % 32 of word i * words + k / 32
    std::vector<std::uint32_t> zero;   ///< fields that are 0, where asked for
    std::vector<std::int64_t> scores;  ///< of (x, best z)

    /// Memory of the threads, to be used again.
    struct Task {
        FieldScratch scratch;
        std::vector<std::int64_t> of_block;
        std::vector<std::int64_t> sums;
    };
    std::vector<Task> tasks = {};
};

/// The weights of an Rbm in use: fields of many cases, and of one.
class RbmFields {
  public:
    RbmFields(RbmWeights weights, UnitCoding coding);

    const RbmWeights& weights() const { return weights_; }
    /// After a change: call measure(), unless the magnitudes were kept up.
    RbmWeights& weights() { return weights_; }
    void measure();
    FieldRange range() const { return range_; }
    /// Of the sums over a whole row, with its bias.
    FieldRange row_range() const { return row_range_; }
    std::size_t words() const { return weights_.stride() / 32; }
    std::int64_t value(bool on) const { return coding_ == UnitCoding::signs ? sign_of(on) : (on ? 1 : 0); }

    enum class Asked { scores, hidden, hidden_and_zero };
    /// Of cases packed to (visible + 7) / 8 bytes each.
    void look(std::span<const std::uint8_t> inputs, std::size_t case_count, Asked asked, ThreadPool* pool,
              HiddenLook& found) const;

    /// As Rbm has them; whether something changed.
    bool settle_visible(RbmState& s, const BitRow* only);
    bool settle_hidden(RbmState& s);
    void impute_hidden(RbmState& s);
    /// Score of a state whose z was settled last.
    std::int64_t settled_score(const RbmState& s) const;

    /// Where the kernels put counts, and how they move weights: rows of 64 visible units are independent.
    std::size_t chunk_count() const { return (weights_.visible_count() + 63) / 64; }
    std::int32_t* magnitudes(std::size_t chunk) { return magnitudes_.data() + chunk * weights_.stride(); }
    void set_largest(std::size_t chunk, std::int64_t largest) { largest_[chunk] = largest; }
    void choose_range();

  private:
    void find_hidden(const BitRow& x);

    RbmWeights weights_;
    UnitCoding coding_;
    AlignedVector<std::int32_t> magnitudes_;  // sums over 64 rows, by unit
    std::vector<std::int64_t> largest_;       // of 64 rows
    FieldRange range_ = FieldRange::unlimited;
    bool is_small_ = false;  // sums of one state fit 32 bits
    FieldRange row_range_ = FieldRange::unlimited;
    std::vector<std::int32_t> values_;
    std::vector<std::int64_t> fields_;  // of the hidden units, as found last
    std::vector<std::int64_t> visible_fields_;
};

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
