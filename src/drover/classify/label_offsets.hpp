#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/classify/conditional_rbm.hpp>
#include <drover/core/aligned_vector.hpp>

namespace drover::classify {

/// The best label of an input.
struct LabelJudgement {
    std::size_t label = 0;  ///< the lowest of equals
    double margin = 0;      ///< its score above the next best
};
/// Of at least two scores.
LabelJudgement best_of(std::span<const double> scores);

/// B, theta and alpha of a ConditionalRbm.
struct LabelWeights {
    std::vector<std::int64_t> b;  ///< a row an entry of the code
    std::vector<std::int64_t> theta;
    std::vector<std::int64_t> alpha;
};

/// What each label brings to the fields x' W of an input: theta + y' B a hidden unit, and alpha.y. With it,
/// and the fields, an input is judged. Whole numbers in doubles, exact.
class LabelOffsets {
  public:
    LabelOffsets() = default;
    /// Fields come in `stride` numbers, those past the columns 0.
    LabelOffsets(const ConditionalShape& shape, std::size_t stride);

    void find(const LabelWeights& weights);

    std::size_t label_count() const { return biases_.size(); }
    std::size_t stride() const { return stride_; }
    bool has_hidden() const { return shape_.hidden_count > 0; }
    /// Of a label, a number a hidden unit; those past them are 0.
    std::span<const double> hidden(std::size_t label) const {
        return std::span{hidden_}.subspan(label * stride_, stride_);
    }
    std::span<const double> all_hidden() const { return hidden_; }
    std::span<const double> biases() const { return biases_; }
    /// No magnitude of these is larger.
    double largest_hidden() const;
    double largest_bias() const;

    /// Needs room for a score a label.
    LabelJudgement judge(std::span<const double> fields, std::span<double> scores) const;
    /// The best hidden units for a label, packed.
    void find_hidden(std::span<const double> fields, std::size_t label, std::span<std::uint64_t> words) const;

  private:
    void find_scores(std::span<const double> fields, std::span<double> scores) const;

    ConditionalShape shape_ = {};
    std::size_t stride_ = 0;
    AlignedVector<double> hidden_;  // a row a label
    std::vector<double> biases_;
};

/// How much the difference of two labels' scores may change from one to the other, at most, for any fields.
double largest_drift(const LabelOffsets& from, const LabelOffsets& to);

}  // namespace drover::classify
