#pragma once

#include <cstdint>
#include <vector>

#include <drover/core/thread_pool.hpp>
#include <drover/herd/standing_labels.hpp>

namespace drover {

/// Votes of every update for rows that were not there to be learned from: each update's weights give each row
/// one vote for its best label. Exact, though few rows are judged at an update (StandingLabels), and a judged
/// row's fields are brought up to date by the mistakes since, (x.x') times their steps, not computed anew.
class ConditionalVotes {
  public:
    /// The rows outlive this.
    ConditionalVotes(const SparseRows& rows, const ConditionalWeights& weights, ThreadPool* pool = nullptr);

    /// A mistake that the weights were moved by.
    void moved(const Mistake& mistake, const ConditionalWeights& weights);
    /// The weights after an update, with its drift.
    void settled(ScoreDrift drift);
    /// One vote a row by the weights of now.
    void vote(const ConditionalWeights& weights);

    /// Of each row, for each label, until now.
    std::vector<std::int64_t> votes() const;
    /// The labels of the last vote.
    const StandingLabels& labels() const { return standing_; }
    std::int64_t judged() const { return judged_; }  ///< rows, over all votes

  private:
    void judge_due(const ConditionalWeights& weights);
    void catch_up(std::size_t i, const ConditionalWeights& weights);

    const SparseRows* rows_;
    std::size_t label_count_;
    std::size_t stride_;
    ThreadPool* pool_;
    StandingLabels standing_;
    AlignedVector<double> fields_;   // a row each, as of the mistakes it has seen
    std::vector<std::size_t> seen_;  // mistakes
    std::size_t mistakes_ = 0;
    std::vector<std::int32_t> inputs_;   // of the last mistakes, in turns, with their zeros
    AlignedVector<std::int32_t> steps_;  // of the same
    std::vector<std::int64_t> counts_;   // a row each, up to its last change
    std::vector<std::int64_t> since_;
    std::int64_t cast_ = 0;
    bool has_moved_ = true;  // since the last vote
    std::int64_t judged_ = 0;
    std::vector<std::uint32_t> waiting_;
    std::vector<ConditionalWeights::Judgement> found_;
};

}  // namespace drover
