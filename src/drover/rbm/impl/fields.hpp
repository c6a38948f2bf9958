#pragma once

#include <vector>

#include <drover/core/thread_pool.hpp>
#include <drover/herd/impl/bit_field_kernels.hpp>
#include <drover/rbm/machine.hpp>
#include <drover/rbm/weights.hpp>

namespace drover::rbm::impl {

/// Imputed hidden units and scores of a batch of cases.
struct HiddenBatch {
    std::vector<std::uint32_t> bits;   ///< unit k of case i: bit k % 32 of word i * words + k / 32
    std::vector<std::uint32_t> zero;   ///< fields that are 0, where requested
    std::vector<std::int64_t> scores;  ///< of (x, best z)

    /// Memory of the threads, reused from call to call.
    struct Task {
        drover::impl::FieldScratch scratch;
        std::vector<std::int64_t> of_block;
        std::vector<std::int64_t> sums;
    };
    std::vector<Task> tasks = {};
};

/// The weights of a Machine with what the search needs: fields of many cases, and of one.
class Fields {
  public:
    Fields(PackedWeights weights, UnitCoding coding);

    const PackedWeights& weights() const { return weights_; }
    /// After a change call measure(), unless the magnitudes were kept up to date.
    PackedWeights& weights() { return weights_; }
    void measure();
    drover::impl::FieldRange range() const { return range_; }
    /// Of the sums over a row, with its bias.
    drover::impl::FieldRange row_range() const { return row_range_; }
    std::size_t words() const { return weights_.stride() / 32; }
    std::int64_t value(bool on) const { return coding_ == UnitCoding::signs ? sign_of(on) : (on ? 1 : 0); }

    enum class Wanted { scores, hidden, hidden_and_zero };
    /// For cases packed to (visible + 7) / 8 bytes each.
    void impute(std::span<const std::uint8_t> inputs, std::size_t case_count, Wanted wanted, ThreadPool* pool,
                HiddenBatch& found) const;

    /// As in Machine; they return whether something changed.
    bool settle_visible(State& s, const BitRow* only);
    bool settle_hidden(State& s);
    void impute_hidden(State& s);
    /// Score of a state whose z was settled last.
    std::int64_t settled_score(const State& s) const;

    /// Where the kernels put counts, and how they move weights: rows of 64 visible units are independent.
    std::size_t chunk_count() const { return (weights_.visible_count() + 63) / 64; }
    std::int32_t* magnitudes(std::size_t chunk) { return magnitudes_.data() + chunk * weights_.stride(); }
    void set_largest(std::size_t chunk, std::int64_t largest) { largest_[chunk] = largest; }
    void choose_range();

  private:
    void find_hidden(const BitRow& x);

    PackedWeights weights_;
    UnitCoding coding_;
    AlignedVector<std::int32_t> magnitudes_;  // sums over 64 rows, by unit
    std::vector<std::int64_t> largest_;       // of 64 rows
    drover::impl::FieldRange range_ = drover::impl::FieldRange::unlimited;
    bool is_small_ = false;  // sums of one state fit 32 bits
    drover::impl::FieldRange row_range_ = drover::impl::FieldRange::unlimited;
    std::vector<std::int32_t> values_;
    std::vector<std::int64_t> fields_;  // of the hidden units, as found last
    std::vector<std::int64_t> visible_fields_;
};

}  // namespace drover::rbm::impl
