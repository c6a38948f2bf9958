#include <algorithm>
#include <numeric>

#include <drover/classify/classify.hpp>
#include <drover/classify/votes.hpp>
#include <drover/core/check.hpp>
#include <drover/core/impl/shared_progress.hpp>
#include <drover/number/int128.hpp>

namespace drover::classify {
namespace {

constexpr std::int64_t between_checks = 64;

// The distance between voting updates, so that at most `votes` are cast; 0: all vote.
std::int64_t vote_distance(const System& system, std::int64_t votes) {
    const auto updates = static_cast<std::int64_t>(system.counts.size());
    return votes == 0 ? 1 : std::max<std::int64_t>(1, (updates + votes - 1) / votes);
}

std::int64_t vote_count(const System& system, std::int64_t votes) {
    std::int64_t count = static_cast<std::int64_t>(system.counts.size()) / vote_distance(system, votes);
    for (const WeightSnapshot& snapshot : system.kept) count += snapshot.votes;
    return count;
}

// Replays the trajectory of a system, update by update.
class Replay {
  public:
    Replay(const Classifier& model, std::size_t k, std::int64_t largest)
        : model_{model},
          system_{model.systems[k]},
          k_{k},
          weights_{system_.shape, system_.rates, system_.start, std::max(largest, largest_sum(model.rows))} {}

    const ConditionalWeights& weights() const { return weights_; }
    bool at_end() const { return update_ == system_.counts.size(); }

    /// The next update; votes, if there are any, are told what moves.
    void update(ConditionalVotes* votes) {
        const std::size_t words = weights_.word_count();
        const std::size_t end = mistake_ + system_.counts[update_];
        if (votes != nullptr && (end > mistake_ || relaxes())) votes->begin_update(end - mistake_, weights_);
        for (; mistake_ < end; ++mistake_) {
            const Mistake mistake = mistake_here(words);
            weights_.move(mistake);
            if (votes != nullptr) votes->moved(mistake, weights_);
        }
        relax();
        weights_.settle();
        ++update_;
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
    std::int64_t shift() const {
        const std::int64_t t = model_.options.burn_in + static_cast<std::int64_t>(update_);
        return Relaxation{model_.options.bias_halving}.shift(t);
    }
    bool relaxes() const { return system_.shape.hidden_count > 0 && shift() < Relaxation::no_shift; }
    void relax() {
        if (!relaxes()) return;
        const std::size_t hidden = system_.shape.hidden_count;
        const auto first = system_.relaxing.begin() + static_cast<std::ptrdiff_t>(update_ * hidden);
        sums_.assign(first, first + static_cast<std::ptrdiff_t>(hidden));
        weights_.relax(sums_, shift());
    }

    const Classifier& model_;
    const System& system_;
    std::size_t k_;
    ConditionalWeights weights_;
    std::size_t update_ = 0;
    std::size_t mistake_ = 0;
    std::vector<std::int64_t> sums_;
};

struct Task {
    const Classifier& model;
    const SparseRows& rows;
    const RunOptions& run;
    drover::impl::SharedProgress& progress;
};

// Row after row, one count per label of the system's code. Empty if stopped. Reports one in `parts` of its
// updates as progress.
std::vector<std::int64_t> replayed_part(const Task& task, const SparseRows& rows, std::size_t k,
                                        std::int64_t parts, ThreadPool* pool) {
    Replay replay{task.model, k, largest_sum(rows)};
    ConditionalVotes votes{rows, replay.weights(), pool};
    const std::int64_t distance = vote_distance(task.model.systems[k], task.run.votes);
    for (std::int64_t t = 0; !replay.at_end(); ++t) {
        if (t > 0 && t % (between_checks * parts) == 0) task.progress.add(between_checks);
        if (t % between_checks == 0 && task.run.control.stop_requested()) return {};
        replay.update(&votes);
        if ((t + 1) % distance == 0) votes.vote(replay.weights());
    }
    votes.finish(replay.weights());
    return votes.votes();
}

// In parts whose fields fit the memory set aside for them.
std::vector<std::int64_t> replayed_votes(const Task& task, std::size_t k, ThreadPool* pool) {
    constexpr std::size_t most_fields = std::size_t{1} << 25U;  // 256 MiB
    const std::size_t count = task.rows.row_count();
    const std::size_t most =
        std::max<std::size_t>(1, most_fields / (task.model.systems[k].shape.column_count() + 16));
    if (count <= most) return replayed_part(task, task.rows, k, 1, pool);
    std::vector<std::int64_t> all;
    for (std::size_t first = 0; first < count; first += most) {
        std::vector<std::size_t> chosen(std::min(most, count - first));
        std::iota(chosen.begin(), chosen.end(), first);
        const auto parts = static_cast<std::int64_t>((count + most - 1) / most);
        const std::vector<std::int64_t> part =
            replayed_part(task, rows_at(task.rows, chosen), k, parts, pool);
        if (part.empty()) return {};
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

std::vector<std::int64_t> kept_votes(const Task& task, std::size_t k, ThreadPool* pool) {
    const System& system = task.model.systems[k];
    const std::size_t labels = system.shape.code.label_count();
    std::vector<std::int64_t> counts(task.rows.row_count() * labels);
    constexpr std::size_t rows_per_task = 64;
    const std::size_t tasks = (task.rows.row_count() + rows_per_task - 1) / rows_per_task;
    for (const WeightSnapshot& snapshot : system.kept) {
        const ConditionalWeights weights{system.shape, system.rates, snapshot.weights,
                                         largest_sum(task.rows)};
        for_each_index(pool, tasks, [&](std::size_t part) {
            AlignedVector<double> fields(weights.stride());
            std::vector<double> scores(labels);
            const std::size_t end = std::min(task.rows.row_count(), (part + 1) * rows_per_task);
            for (std::size_t i = part * rows_per_task; i < end; ++i) {
                weights.find_fields(task.rows[i], fields);
                counts[i * labels + weights.offsets().judge(fields, scores).label] += snapshot.votes;
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

Votes vote(const Classifier& model, const SparseRows& rows, const RunOptions& run) {
    for (const System& system : model.systems) {
        check_input(vote_count(system, run.votes) > 0, [&] {
            return Problem{Fault::missing,
                           {.key = "classify"},
                           "updates after the burn-in of " + std::to_string(model.options.burn_in),
                           "none"};
        });
    }
    const SparseRows inputs = model.norm.apply(rows);
    const std::size_t classes = model.classes.size();
    const bool is_joint = model.systems.size() == 1;
    drover::impl::SharedProgress progress{run.control.progress};
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
        return Problem{Fault::range,
                       {.function = "error_of"},
                       "a label for each of " + std::to_string(votes.row_count()) + " rows",
                       std::to_string(labels.size())};
    });
    std::size_t missed = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) missed += votes.label(i) != labels[i] ? 1 : 0;
    return static_cast<double>(missed) / static_cast<double>(labels.size());
}

Classifier compact(const Classifier& model, std::size_t keep) {
    check_input(keep > 0, [] {
        return Problem{Fault::range, {.key = "compact"}, "at least 1 weight vector to keep"};
    });
    Classifier small = model;
    for (std::size_t k = 0; k < model.systems.size(); ++k) {
        System& system = small.systems[k];
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

}  // namespace drover::classify
