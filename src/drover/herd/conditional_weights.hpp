#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <drover/core/aligned_vector.hpp>
#include <drover/model/conditional.hpp>

namespace drover {

/// How far half a difference of features moves the weights, in whole numbers.
struct ConditionalRates {
    std::int32_t w = 1;
    std::int64_t b = 1;
    std::int64_t theta = 1;
    std::int64_t alpha = 1;
};

/// The share lambda of the positive term that a bias goes without: 1 at the start, halved every so many
/// updates. At 1 the average of its feature over the predictions goes to 0.
struct Relaxation {
    std::int64_t halving = 500;  ///< 0: none of it
    /// lambda = 2^-shift(t); at no_shift, a millionth, and from there on it is 0.
    std::int64_t shift(std::int64_t t) const {
        return halving == 0 ? no_shift : std::min(t / halving, no_shift);
    }
    static constexpr std::int64_t no_shift = 20;
};

/// What a relaxed feature loses: lambda * rate * positive / 2, cut to a whole number.
inline std::int64_t relaxed_loss(std::int64_t positive, std::int64_t rate, std::int64_t shift) {
    return shift >= Relaxation::no_shift ? 0 : positive * rate / (std::int64_t{2} << shift);
}

/// A case whose label was missed: with its own label and the predicted one, and the best hidden units of
/// each. All that an update needs.
struct Mistake {
    SparseRow x;
    std::size_t label = 0;
    std::size_t predicted = 0;
    std::span<const std::uint64_t> completed_hidden;  ///< as BitRow packs them
    std::span<const std::uint64_t> predicted_hidden;
};

/// How much the difference of two labels' scores of any input may have changed, at most:
/// |input| * per_norm + flat.
struct ScoreDrift {
    std::int64_t per_norm = 0;
    std::int64_t flat = 0;
};

/// The weights of a ConditionalRbm, W in 32 bits and the others in 64, with what makes judging fast. Inputs
/// are sparse; all arithmetic is on whole numbers, and exact: the same in any order, on any machine.
class ConditionalWeights {
  public:
    /// `start` by the slots of ConditionalRbm; inputs will have a sum of magnitudes of at most `largest_sum`.
    /// Throws InputError for sizes that do not agree, or numbers beyond what stays exact.
    ConditionalWeights(ConditionalShape shape, ConditionalRates rates, std::span<const std::int64_t> start,
                       std::int64_t largest_sum);

    const ConditionalShape& shape() const { return shape_; }
    const ConditionalRates& rates() const { return rates_; }
    /// All of them, by the slots of ConditionalRbm.
    std::vector<std::int64_t> values() const;

    /// Fields of an input come in so many numbers; those past the columns are 0.
    std::size_t stride() const { return stride_; }
    /// x' W.
    void find_fields(SparseRow x, std::span<double> fields) const;
    struct Judgement {
        std::size_t label = 0;    ///< the best, the lowest of equals
        std::int64_t margin = 0;  ///< its score above the next best
    };
    /// Needs room for a score a label.
    Judgement judge(std::span<const double> fields, std::span<double> scores) const;
    /// The best hidden units for a label, packed.
    void find_hidden(std::span<const double> fields, std::size_t label, std::span<std::uint64_t> words) const;
    std::size_t word_count() const { return (shape_.hidden_count + 63) / 64; }

    /// How the columns of W move for a mistake: rates().w times -1, 0 or 1; those past the columns are 0.
    void find_steps(const Mistake& mistake, std::span<std::int32_t> steps) const;
    /// Moves the weights by half the difference of the features, times the rates.
    void move(const Mistake& mistake);
    /// Takes from theta what these sums of hidden units cost it (relaxed_loss); empty: nothing.
    void relax(std::span<const std::int64_t> sums, std::int64_t shift);
    /// After the moves of an update: brings what judging needs up to date, and says how far scores may have
    /// gone. Throws InputError where weights outgrow exact numbers.
    ScoreDrift settle();

  private:
    void find_scores(std::span<const double> fields, std::span<double> scores) const;
    void find_offsets();
    void check_range();
    void move_hidden(const Mistake& mistake);

    ConditionalShape shape_;
    ConditionalRates rates_;
    std::size_t stride_;
    std::int64_t largest_sum_;
    AlignedVector<std::int32_t> w_;  // a row an input, stride_ apart
    std::vector<std::int64_t> b_;    // a row an entry of the code
    std::vector<std::int64_t> theta_;
    std::vector<std::int64_t> alpha_;
    AlignedVector<double> offsets_;  // a row a label: theta + y' B
    std::vector<double> biases_;     // a label: alpha.y
    AlignedVector<double> old_offsets_;
    std::vector<double> old_biases_;
    AlignedVector<std::int32_t> steps_;
    std::int64_t pending_ = 0;  // per_norm of the moves since settle()
    std::int64_t w_bound_ = 0;  // no |W| is larger
};

}  // namespace drover
