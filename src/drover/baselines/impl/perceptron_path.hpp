#pragma once

#include <vector>

#include <drover/baselines/impl/integer_weights.hpp>
#include <drover/baselines/perceptron_weights.hpp>

namespace drover::baselines::impl {

/// The history of a perceptron: its mistakes, which determine the weights of every step.
struct PerceptronPath {
    struct Move {
        std::uint32_t row;
        std::uint32_t label;
        std::uint32_t predicted;
    };
    struct Step {
        std::int64_t time;     ///< number of steps taken when these weights apply
        std::size_t move_end;  ///< end of its moves, which begin at the end of the previous step's
        std::int64_t reach;    ///< no lead of a row x changes by more than reach * |x|
    };

    SparseRows rows;  ///< that were misclassified, each once
    std::vector<Move> moves;
    std::vector<Step> steps;  ///< only those with mistakes
    std::int64_t step_count = 0;

    std::size_t move_begin(std::size_t step) const { return step == 0 ? 0 : steps[step - 1].move_end; }
    /// Adds the moves of a step to the weights, `times` times.
    void apply(std::size_t step, PerceptronWeights& weights, std::int64_t times = 1) const;
    /// Forgets the steps after this time.
    void cut(std::int64_t time);
};

/// |x|, rounded up.
std::int64_t length_above(SparseRow row);

/// Takes steps over rows in order, and records the path.
class PerceptronWalk {
  public:
    PerceptronWalk(const SparseRows& rows, std::span<const std::uint32_t> labels, PerceptronWeights start);

    /// Judges `count` rows from `first` on by the same weights, then moves the weights.
    void step(std::size_t first, std::size_t count);
    const PerceptronWeights& weights() const { return weights_; }
    PerceptronPath& path() { return path_; }

  private:
    std::uint32_t kept(std::size_t row);
    std::int64_t reach_from(std::size_t first_move) const;

    const SparseRows& rows_;
    std::span<const std::uint32_t> labels_;
    PerceptronWeights weights_;
    PerceptronPath path_;
    std::vector<std::uint32_t> kept_;  // index of a row among those of the path
};

/// Votes of the weights after every step for some rows. A row is judged again only when the weights have
/// moved so far that its lead may be gone; until then its vote stays the same and is only counted.
class PerceptronVotes {
  public:
    PerceptronVotes(const SparseRows& rows, std::size_t first, std::size_t count, PerceptronWeights start);

    /// Counts to the end of the path, which may have grown since the last call.
    void follow(const PerceptronPath& path);
    std::size_t row_count() const { return ballots_.size(); }
    /// For each class, of the row first + i.
    std::span<const std::int64_t> votes(std::size_t i) const {
        return std::span{votes_}.subspan(i * weights_.class_count(), weights_.class_count());
    }

  private:
    struct Ballot {
        std::int64_t length;
        std::int64_t sum;  // of absolute values
        std::uint32_t label = 0;
        std::int64_t due = 0;      // judged again once the weights have travelled this far
        std::int64_t counted = 0;  // steps
    };

    void apply(const PerceptronPath& path, std::size_t step);
    void judge(std::size_t i, Ballot& ballot);
    void count(std::size_t i, Ballot& ballot, std::int64_t time);

    const SparseRows& rows_;
    std::size_t first_;
    PerceptronWeights weights_;
    IntegerWeights integers_;  // the same for more than two classes, otherwise unused
    std::vector<Ballot> ballots_;
    std::vector<std::int64_t> votes_;
    std::size_t next_step_ = 0;
    std::int64_t travel_ = 0;
};

}  // namespace drover::baselines::impl
