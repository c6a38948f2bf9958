#pragma once

#include <vector>

#include <drover/baselines/impl/whole_weights.hpp>
#include <drover/baselines/perceptron_weights.hpp>

namespace drover::baselines::impl {

/// All that a perceptron did: its mistakes, from which the weights of every step follow.
struct PerceptronPath {
    struct Move {
        std::uint32_t row;
        std::uint32_t label;
        std::uint32_t predicted;
    };
    struct Step {
        std::int64_t time;     ///< the weights are these after so many steps
        std::size_t move_end;  ///< its moves end here, and begin where those of the step before end
        std::int64_t reach;    ///< no lead of a row x moves by more than reach * |x|
    };

    SparseRows rows;  ///< that were mistaken, each once
    std::vector<Move> moves;
    std::vector<Step> steps;  ///< those with mistakes only
    std::int64_t step_count = 0;

    std::size_t move_begin(std::size_t step) const { return step == 0 ? 0 : steps[step - 1].move_end; }
    /// Adds the moves of a step to the weights, so many times.
    void apply(std::size_t step, PerceptronWeights& weights, std::int64_t times = 1) const;
    /// Forgets the steps after this time.
    void cut(std::int64_t time);
};

/// |x|, rounded up.
std::int64_t length_above(SparseRow row);

/// Takes steps over rows in their order, and writes down the path.
class PerceptronWalk {
  public:
    PerceptronWalk(const SparseRows& rows, std::span<const std::uint32_t> labels, PerceptronWeights start);

    /// Judges the rows from `first` on by the same weights, then moves these.
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
    std::vector<std::uint32_t> kept_;  // where a row is among those of the path
};

/// Votes of the weights after every step for some rows. A row is judged again only where the weights have
/// moved so far that its lead may be gone; until then its vote is the same and only counted.
class PerceptronVotes {
  public:
    PerceptronVotes(const SparseRows& rows, std::size_t first, std::size_t count, PerceptronWeights start);

    /// Counts on to the end of the path, which may have grown since.
    void follow(const PerceptronPath& path);
    std::size_t row_count() const { return ballots_.size(); }
    /// Of each class, for the row first + i.
    std::span<const std::int64_t> votes(std::size_t i) const {
        return std::span{votes_}.subspan(i * weights_.class_count(), weights_.class_count());
    }

  private:
    struct Ballot {
        std::int64_t length;
        std::int64_t sum;  // of absolute values
        std::uint32_t label = 0;
        std::int64_t due = 0;      // looked at again once the weights have travelled so far
        std::int64_t counted = 0;  // steps
    };

    void apply(const PerceptronPath& path, std::size_t step);
    void judge(std::size_t i, Ballot& ballot);
    void count(std::size_t i, Ballot& ballot, std::int64_t time);

    const SparseRows& rows_;
    std::size_t first_;
    PerceptronWeights weights_;
    WholeWeights whole_;  // the same for more than two classes, else nothing
    std::vector<Ballot> ballots_;
    std::vector<std::int64_t> votes_;
    std::size_t next_step_ = 0;
    std::int64_t travel_ = 0;
};

}  // namespace drover::baselines::impl
