#include <algorithm>

#include <drover/baselines/boltzmann_machine.hpp>
#include <drover/baselines/classifier.hpp>
#include <drover/baselines/column_neighbours.hpp>
#include <drover/baselines/logistic_regression.hpp>
#include <drover/baselines/naive_bayes.hpp>
#include <drover/baselines/online_logistic_regression.hpp>
#include <drover/data/split.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/moments/measure.hpp>
#include <drover/herd/pair_herder.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/run.hpp>

#include "classify.hpp"
#include "paper.hpp"

namespace drover::cli::paper {
namespace {

// One learner per label; each sees every state once.
class ColumnLearners {
  public:
    explicit ColumnLearners(const std::vector<std::size_t>& labels)
        : labels_{labels}, learners_(labels.size()) {}
    template <class Step>
    void record(const Step& step) {
        for (std::size_t k = 0; k < labels_.size(); ++k) learners_[k].learn_column(step.state, labels_[k]);
    }
    const std::vector<baselines::OnlineLogisticRegression>& result() const { return learners_; }

  private:
    std::vector<std::size_t> labels_;
    std::vector<baselines::OnlineLogisticRegression> learners_;
};

auto herder_of(const std::vector<BitRow>& rows, std::int64_t steps) {
    const std::size_t n = rows[0].size();
    return make_pair_herder(measure(PairFeatures<Indicators>{n}, rows), n,
                            {.start = MomentStart{}, .max_steps = steps});
}

RunOptions run_options(const ClassifyJob& job, std::int64_t steps) {
    return {.steps = steps, .control = {.stop = job.stop, .progress = [&job](std::int64_t) {
                                            if (job.look) job.look();
                                        }}};
}

// Share of the rows whose column `label` differs from predict(row).
template <class Predict>
double share_missed(const std::vector<BitRow>& rows, std::size_t label, Predict&& predict) {
    const auto missed = std::count_if(rows.begin(), rows.end(),
                                      [&](const BitRow& row) { return predict(row) != row[label]; });
    return static_cast<double>(missed) / static_cast<double>(rows.size());
}

ClassifyErrors boltzmann_errors(const std::vector<BitRow>& train, const SplitRows& rows,
                                const ClassifyJob& job, const Stopwatch& watch) {
    baselines::BoltzmannMachine machine{{.control = run_options(job, 0).control}};
    machine.fit(train);
    if (machine.fit_result().stopped) return {};
    ClassifyErrors result;
    for (const std::size_t label : job.labels) {
        result.errors.push_back(share_missed(
            rows.test, label, [&](const BitRow& row) { return machine.probability(row, label) > 0.5; }));
    }
    result.seconds = watch.seconds();
    return result;
}

template <baselines::Classifier C>
ClassifyErrors direct_errors(C classifier, const SplitRows& rows, const ClassifyJob& job) {
    const Stopwatch watch;
    ClassifyErrors result;
    for (const std::size_t label : job.labels) {
        if (job.look) job.look();
        if (job.stop != nullptr && job.stop->stop_requested()) return {};
        classifier.fit(baselines::take_label(rows.train, label));
        result.errors.push_back(baselines::error_rate(classifier, baselines::take_label(rows.test, label)));
    }
    result.seconds = watch.seconds();
    return result;
}

class Majority {
  public:
    void fit(const baselines::LabelledRows& data) {
        const auto ones = std::count(data.labels.begin(), data.labels.end(), true);
        label_ = 2 * static_cast<std::size_t>(ones) > data.labels.size();
    }
    bool predict(const BitRow& /*row*/) const { return label_; }

  private:
    bool label_ = false;
};

}  // namespace

SplitRows split_rows(const DataSet& set, std::uint64_t seed, std::uint64_t split) {
    const Split chosen = random_split(set.table.row_count(), set.train_count, CounterRandom{seed, split});
    return {rows_at(set.table.rows(), chosen.train), rows_at(set.table.rows(), chosen.test)};
}

ClassifyErrors learn_while_herding(const SplitRows& rows, const ClassifyJob& job) {
    const Stopwatch watch;
    auto herder = herder_of(rows.train, job.samples);
    ColumnLearners learners{job.labels};
    MarginWatch margins;
    if (run(herder, run_options(job, job.samples), learners, margins).stopped) return {};
    ClassifyErrors result{.positive_margins = margins.result().positive};
    for (std::size_t k = 0; k < job.labels.size(); ++k) {
        result.errors.push_back(share_missed(
            rows.test, job.labels[k], [&](const BitRow& row) { return learners.result()[k].predict(row); }));
    }
    result.seconds = watch.seconds();
    return result;
}

ClassifyErrors fit_boltzmann_machine(const SplitRows& rows, const ClassifyJob& job) {
    return boltzmann_errors(rows.train, rows, job, Stopwatch{});
}

ClassifyErrors fit_boltzmann_machine_to_samples(const SplitRows& rows, const ClassifyJob& job) {
    const Stopwatch watch;
    const std::int64_t steps = std::min(job.samples, samples_to_fit);
    auto herder = herder_of(rows.train, steps);
    KeptRows samples;
    if (run(herder, run_options(job, steps), samples).stopped) return {};
    return boltzmann_errors(samples.result(), rows, job, watch);
}

ClassifyErrors ask_neighbours(const SplitRows& rows, const ClassifyJob& job) {
    const Stopwatch watch;
    baselines::ColumnNeighbours neighbours;
    neighbours.fit(rows.train);
    std::vector<std::int64_t> missed(job.labels.size());
    for (const BitRow& row : rows.test) {
        const std::vector<bool> predicted = neighbours.predict(row, job.labels);
        for (std::size_t k = 0; k < missed.size(); ++k)
            missed[k] += predicted[k] != row[job.labels[k]] ? 1 : 0;
    }
    ClassifyErrors result;
    for (const std::int64_t count : missed)
        result.errors.push_back(static_cast<double>(count) / static_cast<double>(rows.test.size()));
    result.seconds = watch.seconds();
    return result;
}
ClassifyErrors fit_naive_bayes(const SplitRows& rows, const ClassifyJob& job) {
    return direct_errors(baselines::NaiveBayes{}, rows, job);
}
ClassifyErrors fit_logistic_regression(const SplitRows& rows, const ClassifyJob& job) {
    return direct_errors(baselines::LogisticRegression{}, rows, job);
}
ClassifyErrors guess_majority(const SplitRows& rows, const ClassifyJob& job) {
    return direct_errors(Majority{}, rows, job);
}

}  // namespace drover::cli::paper
