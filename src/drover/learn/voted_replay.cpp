#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/int128.hpp>
#include <drover/core/shared_progress_detail.hpp>
#include <drover/herd/conditional_votes.hpp>
#include <drover/learn/voted_classifier.hpp>

namespace drover {
namespace {

constexpr std::int64_t between_looks = 64;

// Every so many of the updates that may vote does, so that no more than `votes` are cast; 0: all.
std::int64_t vote_distance(const VotedSystem& system, std::int64_t votes) {
    const auto updates = static_cast<std::int64_t>(system.counts.size());
    return votes == 0 ? 1 : std::max<std::int64_t>(1, (updates + votes - 1) / votes);
}

std::int64_t vote_count(const VotedSystem& system, std::int64_t votes) {
    std::int64_t count = static_cast<std::int64_t>(system.counts.size()) / vote_distance(system, votes);
    for (const WeightSnapshot& snapshot : system.kept) count += snapshot.votes;
    return count;
}

// Takes the way of a system again, update by update.
class Replay {
  public:
    Replay(const VotedClassifier& model, std::size_t k, std::int64_t largest)
        : model_{model},
          system_{model.systems[k]},
          k_{k},
          weights_{system_.shape, system_.rates, system_.start, std::max(largest, largest_sum(model.rows))} {}

    const ConditionalWeights& weights() const { return weights_; }
    bool at_end() const { return update_ == system_.counts.size(); }

    /// Tells the votes, if there are any, what moved. Whether anything did.
    ScoreDrift update(ConditionalVotes* votes) {
        const std::size_t words = weights_.word_count();
        const std::size_t end = mistake_ + system_.counts[update_];
        const bool has_mistakes = end > mistake_;
        for (; mistake_ < end; ++mistake_) {
            const Mistake mistake = mistake_here(words);
            weights_.move(mistake);
            if (votes != nullptr) votes->moved(mistake, weights_);
        }
        const bool relaxes = relax();
        ++update_;
        if (!has_mistakes && !relaxes) return {};
        return weights_.settle();
    }

  private:
    Mistake mistake_here(std::size_t words) const {
        const auto found =
            std::lower_bound(model_.numbers.begin(), model_.numbers.end(), system_.list.rows[mistake_]);
        const auto row = static_cast<std::size_t>(found - model_.numbers.begin());
        const std::span<const std::uint64_t> hidden =
            std::span{system_.list.hidden}.subspan(2 * words * mistake_, 2 * words);
        const bool is_joint = model_.options.procedure == LabelProcedure::joint;
        const std::size_t label = is_joint ? model_.labels[row] : (model_.labels[row] == k_ ? 1 : 0);
        return {model_.rows[row], label, system_.list.predicted[mistake_], hidden.first(words),
                hidden.last(words)};
    }
    bool relax() {
        const std::int64_t t = model_.options.burn_in + static_cast<std::int64_t>(update_);
        const std::int64_t shift = Relaxation{model_.options.bias_halving}.shift(t);
        const std::size_t hidden = system_.shape.hidden_count;
        if (shift >= Relaxation::no_shift || hidden == 0) return false;
        const auto first = system_.relaxing.begin() + static_cast<std::ptrdiff_t>(update_ * hidden);
        sums_.assign(first, first + static_cast<std::ptrdiff_t>(hidden));
        weights_.relax(sums_, shift);
        return true;
    }

    const VotedClassifier& model_;
    const VotedSystem& system_;
    std::size_t k_;
    ConditionalWeights weights_;
    std::size_t update_ = 0;
    std::size_t mistake_ = 0;
    std::vector<std::int64_t> sums_;
};

struct Task {
    const VotedClassifier& model;
    const SparseRows& rows;
    const VotedRun& run;
    detail::SharedProgress& progress;
};

// A row after the other, for each label of the system's code. Empty if stopped.
std::vector<std::int64_t> replayed_votes(const Task& task, std::size_t k, ThreadPool* pool) {
    Replay replay{task.model, k, largest_sum(task.rows)};
    ConditionalVotes votes{task.rows, replay.weights(), pool};
    const std::int64_t distance = vote_distance(task.model.systems[k], task.run.votes);
    for (std::int64_t t = 0; !replay.at_end(); ++t) {
        if (t > 0 && t % between_looks == 0) {
            task.progress.add(between_looks);
            if (task.run.control.stop_requested()) return {};
        }
        const ScoreDrift drift = replay.update(&votes);
        if (drift.per_norm > 0 || drift.flat > 0) votes.settled(drift);
        if ((t + 1) % distance == 0) votes.vote(replay.weights());
    }
    return votes.votes();
}

std::vector<std::int64_t> kept_votes(const Task& task, std::size_t k, ThreadPool* pool) {
    const VotedSystem& system = task.model.systems[k];
    const std::size_t labels = system.shape.code.label_count();
    std::vector<std::int64_t> counts(task.rows.row_count() * labels);
    constexpr std::size_t rows_a_task = 64;
    const std::size_t tasks = (task.rows.row_count() + rows_a_task - 1) / rows_a_task;
    for (const WeightSnapshot& snapshot : system.kept) {
        const ConditionalWeights weights{system.shape, system.rates, snapshot.weights,
                                         largest_sum(task.rows)};
        for_each_index(pool, tasks, [&](std::size_t part) {
            AlignedVector<double> fields(weights.stride());
            std::vector<double> scores(labels);
            const std::size_t end = std::min(task.rows.row_count(), (part + 1) * rows_a_task);
            for (std::size_t i = part * rows_a_task; i < end; ++i) {
                weights.find_fields(task.rows[i], fields);
                counts[i * labels + weights.judge(fields, scores).label] += snapshot.votes;
            }
        });
        task.progress.add(1);
        if (task.run.control.stop_requested()) return {};
    }
    return counts;
}

}  // namespace

std::uint32_t Votes::label(std::size_t i) const {
    std::uint32_t best = 0;
    for (std::uint32_t k = 1; k < class_count; ++k) {
        const Int128 own = Int128{counts[i * class_count + k]} * cast[best];
        if (own > Int128{counts[i * class_count + best]} * cast[k]) best = k;
    }
    return best;
}

std::vector<double> Votes::shares(std::size_t i) const {
    std::vector<double> found(class_count);
    double sum = 0;
    for (std::size_t k = 0; k < class_count; ++k) {
        found[k] = static_cast<double>(counts[i * class_count + k]) / static_cast<double>(cast[k]);
        sum += found[k];
    }
    for (double& share : found) share = sum > 0 ? share / sum : 1 / static_cast<double>(class_count);
    return found;
}

Votes vote(const VotedClassifier& model, const SparseRows& rows, const VotedRun& run) {
    for (const VotedSystem& system : model.systems) {
        check_input(vote_count(system, run.votes) > 0, [&] {
            return "VotedClassifier: expected updates after the burn-in of " +
                   std::to_string(model.options.burn_in) + ", got none";
        });
    }
    const SparseRows inputs = model.norm.apply(rows);
    const std::size_t classes = model.classes.size();
    const bool is_joint = model.systems.size() == 1;
    detail::SharedProgress progress{run.control.progress};
    const Task task{model, inputs, run, progress};
    std::vector<std::vector<std::int64_t>> found(model.systems.size());
    for_each_index(is_joint ? nullptr : run.pool, found.size(), [&](std::size_t k) {
        ThreadPool* pool = is_joint ? run.pool : nullptr;
        found[k] = model.systems[k].kept.empty() ? replayed_votes(task, k, pool) : kept_votes(task, k, pool);
    });
    Votes votes{.class_count = classes};
    votes.stopped = run.control.stop_requested();
    if (votes.stopped) return votes;
    for (std::size_t k = 0; k < classes; ++k)
        votes.cast.push_back(vote_count(model.systems[is_joint ? 0 : k], run.votes));
    if (is_joint) {
        votes.counts = std::move(found[0]);
        return votes;
    }
    votes.counts.resize(rows.row_count() * classes);
    for (std::size_t i = 0; i < rows.row_count(); ++i) {
        for (std::size_t k = 0; k < classes; ++k) votes.counts[i * classes + k] = found[k][2 * i + 1];
    }
    return votes;
}

double error_of(const Votes& votes, std::span<const std::uint32_t> labels) {
    check_input(votes.row_count() == labels.size() && !labels.empty(), [&] {
        return "error_of: expected a label for each of " + std::to_string(votes.row_count()) + " rows, got " +
               std::to_string(labels.size());
    });
    std::size_t missed = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) missed += votes.label(i) != labels[i] ? 1 : 0;
    return static_cast<double>(missed) / static_cast<double>(labels.size());
}

VotedClassifier compact(const VotedClassifier& model, std::size_t keep) {
    check_input(keep > 0, [] { return std::string{"compact: expected to keep at least 1 of the weights"}; });
    VotedClassifier small = model;
    for (std::size_t k = 0; k < model.systems.size(); ++k) {
        VotedSystem& system = small.systems[k];
        const std::size_t votes = system.counts.size();
        if (votes == 0) continue;
        Replay replay{model, k, 1};
        const std::size_t parts = std::min(keep, votes);
        for (std::size_t part = 0, t = 0; part < parts; ++part) {
            const std::size_t first = part * votes / parts;
            const std::size_t end = (part + 1) * votes / parts;
            for (; t <= first + (end - first) / 2; ++t) replay.update(nullptr);
            system.kept.push_back({replay.weights().values(), static_cast<std::int64_t>(end - first)});
        }
        system.start = {};
        system.counts = {};
        system.list = {};
        system.relaxing = {};
    }
    small.rows = SparseRows{model.norm.width()};
    small.labels = {};
    small.numbers = {};
    return small;
}

}  // namespace drover
