#include "table3_work.hpp"

#include <cmath>
#include <exception>
#include <limits>
#include <numeric>

#include <drover/baselines/discriminative_rbm.hpp>
#include <drover/baselines/perceptron.hpp>
#include <drover/classify/summary.hpp>

#include "paper.hpp"

namespace drover::cli::paper {
namespace {

constexpr std::int64_t fewer_votes = 1'000;

struct Work {
    const Table3Cell& cell;
    const Table3Settings& settings;
    const Table3Job& job;
    std::size_t fold;
    std::size_t fold_count;

    bool is_joint() const { return cell.procedure == LabelProcedure::joint; }
    /// For work of the fold that reports how much of `total` is done.
    RunControl control(std::int64_t total) const {
        const auto folds = static_cast<std::int64_t>(fold_count);
        const std::int64_t before = 1000 * static_cast<std::int64_t>(fold) / folds;
        return {.stop = job.control.stop, .progress = [=, tell = job.control](std::int64_t done) {
                    tell.tell(before + 1000 * done / std::max<std::int64_t>(total * folds, 1));
                }};
    }
};

double error_of_labels(const std::vector<std::uint32_t>& found, const std::vector<std::uint32_t>& labels) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) wrong += found[i] != labels[i] ? 1 : 0;
    return static_cast<double>(wrong) / static_cast<double>(labels.size());
}

std::int64_t batch_count(const Examples& examples) {
    return static_cast<std::int64_t>((examples.rows.row_count() + 99) / 100);
}

// ---- conditional herding ------------------------------------------------------------------------------

// The votes of all updates if that is not too expensive.
drover::classify::Votes cast_votes(const drover::classify::Classifier& model, const Examples& test,
                                   const Work& work, Table3Outcome& found) {
    drover::classify::RunOptions run{.pool = work.job.pool, .control = {.stop = work.job.control.stop}};
    const double cost = static_cast<double>(summarize(model).replayed) *
                        static_cast<double>(test.rows.row_count() * work.cell.hidden);
    if (cost > work.settings.vote_limit) run.votes = fewer_votes;
    found.voted_by = run.votes == 0 ? "all updates" : std::to_string(run.votes) + " updates";
    return vote(model, test.rows, run);
}

void herd(const Work& work, const Table3Fold& data, Table3Outcome& found) {
    const Stopwatch watch;
    drover::classify::Options options = work.settings.herding;
    options.seed = work.job.seed;
    drover::classify::Classifier model = drover::classify::start(data.train, options);
    const auto systems = static_cast<std::int64_t>(model.systems.size());
    found.stopped = !drover::classify::train(model, data.train,
                                             {.updates = work.settings.updates,
                                              .pool = work.job.pool,
                                              .control = work.control(work.settings.updates * systems)});
    found.training_seconds += watch.seconds();
    if (found.stopped) return;
    const Stopwatch voting;
    const drover::classify::Votes votes = cast_votes(model, data.test, work, found);
    found.voting_seconds += voting.seconds();
    found.stopped = votes.stopped;
    if (found.stopped) return;
    const drover::classify::Summary summary = summarize(model);
    found.errors.push_back(error_of(votes, data.test.labels));
    found.training_errors.push_back(
        summary.training_error().value_or(std::numeric_limits<double>::quiet_NaN()));
    found.updates.push_back(summary.updates);
    found.burn_in = options.burn_in;
    found.votes = std::max(found.votes.value_or(0), summary.votes);
    found.reached_zero = found.reached_zero && summary.is_settled;
}

// ---- the others ---------------------------------------------------------------------------------------

// The inputs as herding sees them, with a constant of that many times their length for methods without
// biases.
class SameInputs {
  public:
    SameInputs(const Examples& train, const Work& work, double constant)
        : norm_{drover::classify::start(train, work.settings.herding).norm},
          constant_{std::lround(constant * std::sqrt(norm_.mean_square))} {}

    Examples operator()(const Examples& examples) const {
        return {.rows = rows(examples.rows),
                .unit = examples.unit / norm_.factor,
                .labels = examples.labels,
                .classes = examples.classes};
    }

  private:
    SparseRows rows(const SparseRows& given) const {
        SparseRows normed = norm_.apply(given);
        if (constant_ == 0) return normed;
        SparseRows made{normed.column_count() + 1};
        for (std::size_t i = 0; i < normed.row_count(); ++i) {
            const SparseRow row = normed[i];
            for (std::size_t e = 0; e < row.size(); ++e) made.add(row.columns[e], row.values[e]);
            made.add(normed.column_count(), static_cast<std::int32_t>(constant_));
            made.end_row();
        }
        return made;
    }

    drover::classify::InputNorm norm_;
    long constant_;
};

// Whether the last pass was complete and had no mistake.
std::pair<bool, std::int64_t> walk_of(const baselines::Perceptron& perceptron) {
    return {perceptron.fit_result().is_separated, perceptron.fit_result().steps};
}
std::pair<bool, std::int64_t> walk_of(const baselines::OneVersusAllPerceptron& all) {
    std::pair<bool, std::int64_t> found{true, 0};
    for (const baselines::Perceptron& one : all.perceptrons()) {
        found.first = found.first && one.fit_result().is_separated;
        found.second += one.fit_result().steps;
    }
    return found;
}

template <class Model>
void perceive(const Work& work, const Table3Fold& data, Table3Outcome& found) {
    const Stopwatch watch;
    const SameInputs same{data.train, work, work.settings.perceptron_constant};
    Model model{baselines::PerceptronOptions{.passes = work.settings.perceptron_passes,
                                             .batch = 100,
                                             .pool = work.job.pool,
                                             .control = work.control(work.settings.perceptron_passes)}};
    model.fit(same(in_random_order(data.train, work.job.seed)));
    found.training_seconds += watch.seconds();
    found.stopped = work.job.control.stop_requested();
    if (found.stopped) return;
    const Stopwatch voting;
    found.errors.push_back(error_of_labels(model.predict(same(data.test).rows), data.test.labels));
    found.voting_seconds += voting.seconds();
    found.updates.push_back(walk_of(model).second);
    found.reached_zero = found.reached_zero && walk_of(model).first;
}

std::int64_t passes_of(const baselines::DiscriminativeRbm& machine) { return machine.fit_result().passes; }
std::int64_t passes_of(const baselines::OneVersusAllRbm& all) {
    std::int64_t passes = 0;
    for (const baselines::DiscriminativeRbm& machine : all.machines()) passes += machine.fit_result().passes;
    return passes;
}

template <class Model>
void learn(const Work& work, const Table3Fold& data, Table3Outcome& found) {
    const Stopwatch watch;
    const SameInputs same{data.train, work, 0};
    const Table3Fold parts = hold_out_tenth(data.train, work.job.seed);
    const Examples train = same(parts.train);
    const Examples held_out = same(parts.test);
    const std::int64_t machines = work.is_joint() ? 1 : static_cast<std::int64_t>(train.classes.size());
    std::optional<Model> best;
    double best_error = 0;
    for (const double l2 : work.settings.l2) {
        Model model{baselines::DiscriminativeRbmOptions{
            .hidden = work.cell.hidden,
            .l2 = l2,
            .max_passes = work.settings.machine_passes,
            .patience = 20,
            .seed = work.job.seed + 1,
            .pool = work.job.pool,
            .control = work.control(machines * work.settings.machine_passes *
                                    static_cast<std::int64_t>(train.rows.row_count()))}};
        model.fit(train, &held_out);
        found.stopped = work.job.control.stop_requested();
        if (found.stopped) return;
        const double error = error_of_labels(model.predict(held_out.rows), held_out.labels);
        if (best && error >= best_error) continue;
        if (best) found.l2.pop_back();
        best = std::move(model);
        best_error = error;
        found.l2.push_back(l2);
    }
    found.training_seconds += watch.seconds();
    const Stopwatch voting;
    found.errors.push_back(error_of_labels(best->predict(same(data.test).rows), data.test.labels));
    found.voting_seconds += voting.seconds();
    found.training_errors.push_back(error_of_labels(best->predict(train.rows), train.labels));
    found.updates.push_back(passes_of(*best) * batch_count(train));
    found.reached_zero = found.reached_zero && found.training_errors.back() == 0;
}

void compute_fold(const Work& work, const Table3Fold& data, Table3Outcome& found) {
    if (work.cell.method == Table3Method::herding) return herd(work, data, found);
    if (work.cell.method == Table3Method::perceptron) {
        return work.is_joint() ? perceive<baselines::Perceptron>(work, data, found)
                               : perceive<baselines::OneVersusAllPerceptron>(work, data, found);
    }
    return work.is_joint() ? learn<baselines::DiscriminativeRbm>(work, data, found)
                           : learn<baselines::OneVersusAllRbm>(work, data, found);
}

}  // namespace

std::optional<double> Table3Outcome::error() const {
    if (errors.empty() || stopped || !failure.empty()) return std::nullopt;
    return 100 * std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
}

std::optional<double> Table3Outcome::spread() const {
    const std::optional<double> mean = error();
    if (!mean || errors.size() < 2) return std::nullopt;
    double square = 0;
    for (const double e : errors) square += (100 * e - *mean) * (100 * e - *mean);
    return std::sqrt(square / static_cast<double>(errors.size() - 1));
}

Table3Outcome compute(const Table3Cell& cell, const Table3Settings& settings, const Table3Set& set,
                      const Table3Job& job) {
    Table3Outcome found;
    try {
        for (std::size_t fold = 0; fold < set.fold_count && !found.stopped; ++fold) {
            compute_fold({cell, settings, job, fold, set.fold_count}, table3_fold(set, fold, job.seed),
                         found);
        }
    } catch (const std::exception& error) {
        found.failure = error.what();
    }
    return found;
}

}  // namespace drover::cli::paper
