#include <algorithm>
#include <bit>
#include <cmath>

#include <drover/baselines/boltzmann_machine.hpp>
#include <drover/baselines/independent_marginals.hpp>
#include <drover/core/number_text.hpp>
#include <drover/finite/dual_herder.hpp>
#include <drover/finite/maximum_entropy.hpp>
#include <drover/herd/features/listed_states.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/moments/measure.hpp>
#include <drover/herd/moments/measure_by_columns.hpp>
#include <drover/herd/pair_herder.hpp>
#include <drover/herd/record/divergence.hpp>
#include <drover/herd/run.hpp>
#include <drover/herd/triple_herder.hpp>

#include "ones.hpp"

namespace drover::cli::paper {
namespace {

std::size_t ones_of(const BitRow& state) { return state.ones(); }
std::size_t ones_of(std::size_t state) { return static_cast<std::size_t>(std::popcount(state)); }

// How often k variables were 1 in the steps after `skip` and up to `skip + count`.
class OnesBetween {
  public:
    OnesBetween(std::size_t variable_count, std::int64_t skip, std::int64_t count)
        : counts_(variable_count + 1), first_{skip + 1}, last_{skip + count} {}
    template <class Step>
    void record(const Step& step) {
        if (step.t >= first_ && step.t <= last_) ++counts_[ones_of(step.state)];
    }
    const std::vector<std::int64_t>& result() const { return counts_; }

  private:
    std::vector<std::int64_t> counts_;
    std::int64_t first_;
    std::int64_t last_;
};

// The sum of the errors over the steps is the change of the weights: w_0 - w in units of the scale.
template <class Weights>
double error_times_steps(const Weights& weights) {
    std::int64_t worst = 0;
    for (std::size_t a = 0; a < weights.size(); ++a)
        worst = std::max(worst, std::abs(weights.start(a) - weights[a]));
    return static_cast<double>(worst) / static_cast<double>(weights.scale());
}

// Absent for a run that was stopped before its first sample.
std::vector<double> shares_so_far(const std::vector<std::int64_t>& counts) {
    const bool has_any =
        std::any_of(counts.begin(), counts.end(), [](std::int64_t count) { return count > 0; });
    return has_any ? shares(counts) : std::vector<double>{};
}

// `make` measures the moments and returns the herder: both are timed.
template <class Make>
OnesEstimate herded(const char* method, std::size_t column_count, const SampleJob& job, Make&& make) {
    OnesEstimate estimate{.method = method};
    const Stopwatch watch;
    auto herder = make(HerderOptions{.max_steps = job.samples + job.burn_in});
    OnesBetween first{column_count, 0, job.samples};
    OnesBetween later{column_count, job.burn_in, job.samples};
    MarginWatch margins;
    run(herder, {.steps = job.samples, .control = job.control}, first, later, margins);
    estimate.seconds = watch.seconds();
    run(herder, {.steps = job.burn_in, .control = {.stop = job.control.stop}}, later);
    estimate.counts = first.result();
    estimate.counts_later = later.result();
    estimate.probabilities = shares_so_far(estimate.counts);
    estimate.margins = margins.result();
    estimate.error_times_steps = error_times_steps(herder.current().weights);
    return estimate;
}

template <class Features>
OnesEstimate exact(const char* method, const Features& features, const BinaryTable& table,
                   const SampleJob& job) {
    return herded(method, table.column_count(), job, [&](HerderOptions options) {
        return DualHerder{list_states(features), measure(features, table), {.start = MomentStart{}}, options};
    });
}

template <class Features>
OnesEstimate largest_entropy(const char* method, const Features& features, const BinaryTable& table) {
    OnesEstimate estimate{.method = method, .probabilities = std::vector<double>(table.column_count() + 1)};
    const Stopwatch watch;
    const MaximumEntropy model = drover::maximum_entropy(list_states(features), measure(features, table));
    for (std::size_t s = 0; s < model.probabilities.size(); ++s)
        estimate.probabilities[ones_of(s)] += model.probabilities[s];
    estimate.seconds = watch.seconds();
    return estimate;
}

OnesEstimate sampled(const char* method, std::span<const BitRow> rows, std::size_t column_count,
                     const Stopwatch& watch) {
    OnesEstimate estimate{.method = method};
    estimate.seconds = watch.seconds();
    estimate.counts = ones_of_rows(rows, column_count);
    estimate.probabilities = shares_so_far(estimate.counts);
    return estimate;
}

OnesEstimate sampled_machine(const char* method, const baselines::BoltzmannMachineOptions& options,
                             const BinaryTable& table, const SampleJob& job) {
    const Stopwatch watch;
    baselines::BoltzmannMachineOptions looking = options;
    looking.control = {.stop = job.control.stop, .progress = [&](std::int64_t) { job.control.tell(0); }};
    baselines::BoltzmannMachine machine{looking};
    machine.fit(table.rows());
    if (machine.fit_result().stopped) return {.method = method};
    const double fitted = watch.seconds();
    const std::vector<BitRow> rows = machine.synthesize(
        {.rows = job.samples, .burn_in = job.samples, .seed = job.seed, .control = job.control});
    OnesEstimate estimate = sampled(method, rows, table.column_count(), watch);
    estimate.note = "fit " + rounded(fitted, 3) + " s, " + std::to_string(machine.fit_result().iterations) +
                    " iterations" + (machine.fit_result().converged ? "" : ", not converged");
    return estimate;
}

}  // namespace

std::vector<std::int64_t> ones_of_rows(std::span<const BitRow> rows, std::size_t column_count) {
    std::vector<std::int64_t> counts(column_count + 1);
    for (const BitRow& row : rows) ++counts[row.ones()];
    return counts;
}

OnesEstimate herd_pairs(const BinaryTable& table, const SampleJob& job) {
    const std::size_t n = table.column_count();
    return herded("H.XX", n, job, [&](HerderOptions options) {
        return make_pair_herder(measure_by_columns(PairFeatures<Indicators>{n}, table.rows()), n,
                                {.start = MomentStart{}, .max_steps = options.max_steps});
    });
}

OnesEstimate herd_triples(const BinaryTable& table, const SampleJob& job) {
    const std::size_t n = table.column_count();
    return herded("H.XXX", n, job, [&](HerderOptions options) {
        return TripleHerder{measure_by_columns(TripleFeatures<Indicators>{n}, table.rows()), n, MomentStart{},
                            options};
    });
}

OnesEstimate herd_pairs_exactly(const BinaryTable& table, const SampleJob& job) {
    return exact("H.XX exact", PairFeatures<Indicators>{table.column_count()}, table, job);
}
OnesEstimate herd_triples_exactly(const BinaryTable& table, const SampleJob& job) {
    return exact("H.XXX exact", TripleFeatures<Indicators>{table.column_count()}, table, job);
}

OnesEstimate maximum_entropy_of_pairs(const BinaryTable& table) {
    return largest_entropy("MAXENT pairs", PairFeatures<Signs>{table.column_count()}, table);
}
OnesEstimate maximum_entropy_of_triples(const BinaryTable& table) {
    return largest_entropy("MAXENT triples", TripleFeatures<Signs>{table.column_count()}, table);
}

OnesEstimate sample_boltzmann_machine(const BinaryTable& table, const SampleJob& job) {
    return sampled_machine("PL", {}, table, job);
}
OnesEstimate sample_held_boltzmann_machine(const BinaryTable& table, const SampleJob& job) {
    return sampled_machine("PL, l2 100", {.l2 = 100}, table, job);
}

OnesEstimate sample_marginals(const BinaryTable& table, const SampleJob& job) {
    const Stopwatch watch;
    baselines::IndependentMarginals marginals;
    marginals.fit(table.rows());
    const std::vector<BitRow> rows =
        marginals.synthesize({.rows = job.samples, .seed = job.seed, .control = job.control});
    return sampled("MARG", rows, table.column_count(), watch);
}

}  // namespace drover::cli::paper
