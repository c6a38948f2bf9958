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
/// Among at least two scores.
LabelJudgement best_of(std::span<const double> scores);

/// B, theta and alpha of a ConditionalRbm.
struct LabelWeights {
    std::vector<std::int64_t> b;  ///< one row per entry of the code
    std::vector<std::int64_t> theta;
    std::vector<std::int64_t> alpha;
};

/// What each label adds to the fields x' W of an input: theta + y' B per hidden unit, and alpha.y. With these
/// and the fields an input is judged. Integers in doubles, exact.
class LabelOffsets {
  public:
    LabelOffsets() = default;
    /// Fields have `stride` entries; those past the columns are 0.
    LabelOffsets(const ConditionalShape& shape, std::size_t stride);

    void find(const LabelWeights& weights);

    std::size_t label_count() const { return biases_.size(); }
    std::size_t stride() const { return stride_; }
    bool has_hidden() const { return shape_.hidden_count > 0; }
    /// For a label, one number per hidden unit; those past them are 0.
    std::span<const double> hidden(std::size_t label) const {
        return std::span{hidden_}.subspan(label * stride_, stride_);
    }
    std::span<const double> all_hidden() const { return hidden_; }
    std::span<const double> biases() const { return biases_; }
    /// Upper bounds of their magnitudes.
    double largest_hidden() const;
    double largest_bias() const;

    /// Needs room for one score per label.
    LabelJudgement judge(std::span<const double> fields, std::span<double> scores) const;
    /// The best hidden units for a label, packed.
    void find_hidden(std::span<const double> fields, std::size_t label, std::span<std::uint64_t> words) const;

  private:
    void find_scores(std::span<const double> fields, std::span<double> scores) const;

    ConditionalShape shape_ = {};
    std::size_t stride_ = 0;
    AlignedVector<double> hidden_;  // one row per label
    std::vector<double> biases_;
};

/// The most that the difference of two labels' scores can change from one to the other, for any fields.
double largest_drift(const LabelOffsets& from, const LabelOffsets& to);

}  // namespace drover::classify
