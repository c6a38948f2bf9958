#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <drover/classify/label_offsets.hpp>
#include <drover/core/aligned_vector.hpp>

namespace drover::classify {

/// How far half a difference of features moves the weights, as integers.
struct ConditionalRates {
    std::int32_t w = 1;
    std::int64_t b = 1;
    std::int64_t theta = 1;
    std::int64_t alpha = 1;
};

/// The share lambda of the positive term that a bias does not get: 1 at the start, halved every `halving`
/// updates. At 1 the average of its feature over the predictions goes to 0.
struct Relaxation {
    std::int64_t halving = 500;  ///< 0: no relaxation
    /// lambda = 2^-shift(t); from no_shift on, where that is a millionth, lambda is 0.
    std::int64_t shift(std::int64_t t) const {
        return halving == 0 ? no_shift : std::min(t / halving, no_shift);
    }
    static constexpr std::int64_t no_shift = 20;
};

/// What a relaxed feature loses: lambda * rate * positive / step, truncated to an integer. Differences of
/// features are multiples of `step`.
inline std::int64_t relaxed_loss(std::int64_t positive, std::int64_t rate, std::int64_t shift,
                                 std::int64_t step = ConditionalRbm::feature_step) {
    return shift >= Relaxation::no_shift ? 0 : positive * rate / (step << shift);
}

/// A misclassified case: its true label and the predicted one, with the best hidden units for each. All that
/// an update needs.
struct Mistake {
    SparseRow x;
    std::size_t label = 0;
    std::size_t predicted = 0;
    std::span<const std::uint64_t> completed_hidden;  ///< as BitRow packs them
    std::span<const std::uint64_t> predicted_hidden;
};

/// The most that the difference of two labels' scores can have changed, for any input:
/// |input| * per_norm + flat.
struct ScoreDrift {
    std::int64_t per_norm = 0;
    std::int64_t flat = 0;
};

/// The weights of a ConditionalRbm, W in 32 bits and the others in 64, with what makes judging fast. Inputs
/// are sparse; all arithmetic is on integers and exact: the same in any order, on any machine.
class ConditionalWeights {
  public:
    /// `start` in the order of the slots of ConditionalRbm; the magnitudes of an input add up to at most
    /// `largest_sum`.
    /// Throws InputError for sizes that do not agree, or numbers beyond what stays exact.
    ConditionalWeights(ConditionalShape shape, ConditionalRates rates, std::span<const std::int64_t> start,
                       std::int64_t largest_sum);

    const ConditionalShape& shape() const { return shape_; }
    const ConditionalRates& rates() const { return rates_; }
    /// All of them, in the order of the slots of ConditionalRbm.
    std::vector<std::int64_t> values() const;

    /// The number of fields of an input, padding included; those past the columns are 0.
    std::size_t stride() const { return stride_; }
    /// x' W.
    void find_fields(SparseRow x, std::span<double> fields) const;
    /// What labels add to them, as of the last settle().
    const LabelOffsets& offsets() const { return offsets_; }
    std::size_t word_count() const { return (shape_.hidden_count + 63) / 64; }

    /// How the columns of W move for a mistake: rates().w times -1, 0 or 1; those past the columns are 0.
    void find_steps(const Mistake& mistake, std::span<std::int32_t> steps) const;
    /// Moves the weights by half the difference of the features, times the rates.
    void move(const Mistake& mistake);
    /// Subtracts from theta what these sums of hidden units cost it (relaxed_loss); empty: nothing.
    void relax(std::span<const std::int64_t> sums, std::int64_t shift);
    /// After the moves of an update: brings what judging needs up to date, and returns how far scores may
    /// have changed. Throws InputError if the weights are too large to be exact.
    ScoreDrift settle();

  private:
    void find_offsets();
    void check_range();
    void move_hidden(const Mistake& mistake);

    ConditionalShape shape_;
    ConditionalRates rates_;
    std::size_t stride_;
    std::int64_t largest_sum_;
    AlignedVector<std::int32_t> w_;  // one row per input, stride_ apart
    LabelWeights labels_;
    LabelOffsets offsets_;
    LabelOffsets old_offsets_;
    AlignedVector<std::int32_t> steps_;
    std::int64_t pending_ = 0;  // per_norm of the moves since settle()
    bool has_moved_ = false;    // since settle()
    std::int64_t w_bound_ = 0;  // an upper bound of |W|
};

}  // namespace drover::classify
