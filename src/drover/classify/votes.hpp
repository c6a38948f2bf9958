#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include <drover/classify/weights.hpp>
#include <drover/core/thread_pool.hpp>

namespace drover::classify {

namespace impl {
class VoteMoves;
}

/// Votes of every update for rows outside the training set: each update's weights give each row one vote for
/// its best label. Exact, and many times faster than computing all fields at every update.
///
/// Some tens of updates are collected, then each block of rows is taken through them on its own, so that its
/// fields stay in the cache and threads need not wait for one another. The effect of a mistake on a row is
/// the product with the mistake's input, x.x': the fields of the touched columns gain or lose it. Labels are
/// judged in floats, and exactly where floats cannot decide. A block of rows whose margins exceed all changes
/// since need not be judged; rows with similar margins share a block.
class ConditionalVotes {
  public:
    /// The rows must outlive this.
    ConditionalVotes(const SparseRows& rows, const ConditionalWeights& weights, ThreadPool* pool = nullptr);
    ~ConditionalVotes();
    ConditionalVotes(const ConditionalVotes&) = delete;
    ConditionalVotes& operator=(const ConditionalVotes&) = delete;
    ConditionalVotes(ConditionalVotes&&) = delete;
    ConditionalVotes& operator=(ConditionalVotes&&) = delete;

    /// Call before an update moves the weights, with the number of its mistakes.
    void begin_update(std::size_t mistake_count, const ConditionalWeights& weights);
    /// One of these mistakes; its input must outlive the next call of finish().
    void moved(const Mistake& mistake, const ConditionalWeights& weights);
    /// One vote per row, with the current, settled weights.
    void vote(const ConditionalWeights& weights);

    /// Casts the collected votes; `weights` are the current ones.
    void finish(const ConditionalWeights& weights);
    /// For each row and label, up to the last finish().
    std::vector<std::int64_t> votes() const;
    /// How many rows were judged over all votes, and how many of these exactly.
    std::int64_t judged() const { return judged_; }
    std::int64_t judged_exactly() const { return judged_exactly_; }

  private:
    struct Voter;
    struct Block;

    void add_voter(const ConditionalWeights& weights);
    void follow(const ConditionalWeights& weights, Block& block);
    bool stands(Block& block);
    void bring_up(const ConditionalWeights& weights, Block& block) const;
    void go_through(Block& block);
    void judge(const Voter& voter, Block& block);
    void judge_row(const Voter& voter, Block& block, std::size_t lane, double error);
    void group_by_slack();
    std::size_t block_count() const;

    const SparseRows* rows_;
    std::size_t label_count_;
    std::size_t column_count_;
    std::size_t stride_;
    ThreadPool* pool_;
    std::unique_ptr<impl::VoteMoves> moves_;
    std::vector<Voter> voters_;  // the first voter_count_ are in use
    std::size_t voter_count_ = 0;
    LabelOffsets last_;                 // of the last voter
    double reach_ = 0;                  // the most that all moves change a row of length 1
    double flat_ = 0;                   // and any row
    std::vector<std::uint32_t> order_;  // of the rows, in blocks
    std::vector<double> slacks_;        // in that order: what is left of a row's margin; 0: to be judged
    std::vector<char> is_current_;      // the fields of a block are those before the first move
    AlignedVector<double> fields_;      // one block after the other, column by column
    std::vector<double> norms_;         // of the rows
    std::vector<std::uint32_t> labels_;
    std::vector<std::int64_t> counts_;  // by row, up to its last change
    std::vector<std::int64_t> since_;
    std::int64_t cast_ = 0;
    std::int64_t finished_ = 0;
    bool has_moved_ = true;  // since the last vote
    std::atomic<std::int64_t> judged_ = 0;
    std::atomic<std::int64_t> judged_exactly_ = 0;
};

}  // namespace drover::classify
