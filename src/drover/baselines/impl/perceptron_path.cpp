#include <algorithm>
#include <cmath>
#include <limits>

#include <drover/baselines/impl/perceptron_path.hpp>

namespace drover::baselines::impl {
namespace {

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

}  // namespace

std::int64_t length_above(SparseRow row) {
    const std::int64_t square = dot(row, row);
    auto length = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
    while (length > 0 && (length - 1) * (length - 1) >= square) --length;
    while (length * length < square) ++length;
    return length;
}

void PerceptronPath::apply(std::size_t step, PerceptronWeights& weights, std::int64_t times) const {
    for (std::size_t m = move_begin(step); m < steps[step].move_end; ++m)
        weights.learn(rows[moves[m].row], moves[m].label, moves[m].predicted, times);
}

void PerceptronPath::cut(std::int64_t time) {
    while (!steps.empty() && steps.back().time > time) steps.pop_back();
    moves.resize(move_begin(steps.size()));
    step_count = std::min(step_count, time);
}

PerceptronWalk::PerceptronWalk(const SparseRows& rows, std::span<const std::uint32_t> labels,
                               PerceptronWeights start)
    : rows_{rows},
      labels_{labels},
      weights_{std::move(start)},
      path_{.rows = SparseRows{rows.column_count()}, .moves = {}, .steps = {}},
      kept_(rows.row_count(), nowhere) {}

void PerceptronWalk::step(std::size_t first, std::size_t count) {
    const std::size_t before = path_.moves.size();
    for (std::size_t i = first; i < first + count; ++i) {
        const std::uint32_t predicted = weights_.predict(rows_[i]);
        if (predicted != labels_[i]) path_.moves.push_back({kept(i), labels_[i], predicted});
    }
    ++path_.step_count;
    if (path_.moves.size() == before) return;
    path_.steps.push_back({path_.step_count, path_.moves.size(), reach_from(before)});
    path_.apply(path_.steps.size() - 1, weights_);
}

std::uint32_t PerceptronWalk::kept(std::size_t row) {
    if (kept_[row] == nowhere) {
        kept_[row] = static_cast<std::uint32_t>(path_.rows.row_count());
        path_.rows.add_row(rows_[row]);
    }
    return kept_[row];
}

// A lead is the difference of two scores: the two vectors that may have moved farthest. One, for two classes.
std::int64_t PerceptronWalk::reach_from(std::size_t first_move) const {
    std::vector<std::int64_t> moved(weights_.class_count());
    for (std::size_t m = first_move; m < path_.moves.size(); ++m) {
        const std::int64_t length = 2 * length_above(path_.rows[path_.moves[m].row]);
        moved[path_.moves[m].label] += length;
        moved[path_.moves[m].predicted] += length;
    }
    if (moved.size() == 2) return moved[0];
    std::partial_sort(moved.begin(), moved.begin() + 2, moved.end(), std::greater<>{});
    return moved[0] + moved[1];
}

PerceptronVotes::PerceptronVotes(const SparseRows& rows, std::size_t first, std::size_t count,
                                 PerceptronWeights start)
    : rows_{rows},
      first_{first},
      weights_{std::move(start)},
      integers_{rows.column_count(), weights_.class_count() > 2 ? weights_.class_count() : 0},
      votes_(count * weights_.class_count()) {
    for (std::size_t i = 0; i < count; ++i) {
        const SparseRow row = rows[first + i];
        ballots_.push_back({.length = length_above(row), .sum = sum_of_sizes(row)});
        judge(i, ballots_.back());
    }
}

void PerceptronVotes::apply(const PerceptronPath& path, std::size_t step) {
    path.apply(step, weights_);
    if (weights_.class_count() <= 2) return;
    for (std::size_t m = path.move_begin(step); m < path.steps[step].move_end; ++m)
        integers_.learn(path.rows[path.moves[m].row], path.moves[m].label, path.moves[m].predicted);
}

void PerceptronVotes::judge(std::size_t i, Ballot& ballot) {
    const bool is_exact = weights_.class_count() > 2 && integers_.is_exact_for(ballot.sum);
    const SparseRow row = rows_[first_ + i];
    const PerceptronJudgement judgement = is_exact ? integers_.judge(row) : weights_.judge(row);
    ballot.label = judgement.label;
    const bool is_fixed = ballot.length == 0 || judgement.lead == never;
    ballot.due = is_fixed ? never : travel_ + judgement.lead / ballot.length;
}

// The label has held for the steps up to this time.
void PerceptronVotes::count(std::size_t i, Ballot& ballot, std::int64_t time) {
    votes_[i * weights_.class_count() + ballot.label] += time - ballot.counted;
    ballot.counted = time;
}

void PerceptronVotes::follow(const PerceptronPath& path) {
    for (; next_step_ < path.steps.size(); ++next_step_) {
        apply(path, next_step_);
        travel_ += path.steps[next_step_].reach;
        for (std::size_t i = 0; i < ballots_.size(); ++i) {
            Ballot& ballot = ballots_[i];
            if (ballot.due > travel_) continue;
            count(i, ballot, path.steps[next_step_].time - 1);
            judge(i, ballot);
        }
    }
    for (std::size_t i = 0; i < ballots_.size(); ++i) count(i, ballots_[i], path.step_count);
}

}  // namespace drover::baselines::impl
