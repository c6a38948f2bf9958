#pragma once

#include <cstdint>
#include <vector>

#include <drover/classify/weights.hpp>

namespace drover::classify {

/// The labels of rows while the weights move: a row is judged again only when the moves since may have
/// changed its label. Exact: a margin larger than the total drift of scores cannot have closed.
class StandingLabels {
  public:
    /// All rows are due at first, with label 0.
    explicit StandingLabels(const SparseRows& rows);

    std::size_t row_count() const { return labels_.size(); }
    /// For a row that is not due: the label under the current weights; otherwise the one last found.
    std::uint32_t label(std::size_t i) const { return labels_[i]; }
    bool is_due(std::size_t i) const { return due_[i] <= drifted_; }
    void judged(std::size_t i, LabelJudgement judgement);
    /// The weights moved.
    void add(ScoreDrift drift);

  private:
    std::int64_t norm_ = 1;          // an upper bound of the rows' lengths
    std::vector<std::int64_t> due_;  // the drift at which the label may change, rounded down
    std::vector<std::uint32_t> labels_;
    std::int64_t drifted_ = 0;  // rounded up
};

/// The largest sum of magnitudes of a row, for ConditionalWeights.
std::int64_t largest_sum(const SparseRows& rows);

}  // namespace drover::classify
