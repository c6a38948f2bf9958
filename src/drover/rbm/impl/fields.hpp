#pragma once

#include <vector>

#include <drover/core/thread_pool.hpp>
#include <drover/herd/impl/bit_field_kernels.hpp>
#include <drover/rbm/rbm.hpp>
#include <drover/rbm/weights.hpp>

namespace drover::impl {

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

}  // namespace drover::impl
