#include <algorithm>
#include <bit>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/state_digest.hpp>
#include <drover/lattice/gibbs.hpp>
#include <drover/lattice/means.hpp>
#include <drover/lattice/study.hpp>
#include <drover/lattice/swendsen_wang.hpp>

namespace drover::lattice {
namespace {

// Clusters up to an eighth of the lattice: larger ones are affected by its size.
PowerLawOptions fit_range(const Lattice& lattice) {
    const std::size_t largest = std::clamp<std::size_t>(lattice.site_count() / 8, 16, 1024);
    return {.first_size = 4, .end_size = static_cast<std::int64_t>(std::bit_floor(largest))};
}

// On a torus, distances beyond half the side repeat.
std::size_t farthest(const Lattice& lattice) {
    const std::size_t side = std::min(lattice.rows(), lattice.columns());
    return std::min<std::size_t>(20, lattice.boundary() == Boundary::torus ? side / 2 : side - 1);
}

// What is recorded for samples from any method.
class Recorders {
  public:
    explicit Recorders(const Lattice& lattice)
        : range_{fit_range(lattice)},
          averages_{lattice, {.max_distance = farthest(lattice)}},
          clusters_{lattice} {}

    template <class Step>
    void record(const Step& step) {
        averages_.record(step);
        clusters_.record(step);
        digest_.record(step);
    }

    Statistics result(std::string method, const Spins& last) const {
        return {.method = std::move(method),
                .averages = averages_.result(),
                .clusters = fit_power_law(clusters_.result(), range_),
                .bond_clusters = {},
                .digest = digest_.result(),
                .last = last,
                .herding = {}};
    }

  private:
    PowerLawOptions range_;
    SpinAverages averages_;
    GeometricClusterSizes clusters_;
    StateDigest digest_;
};

template <class Step>
void take_steps(std::int64_t count, StepWatch& watch, const Step& step) {
    for (std::int64_t k = 0; k < count && watch.goes_on(); ++k) step();
}

// The weights in real units, divided by their rates: they change by the sum of moment - phi.
std::vector<double> unrated_weights(const Herder& herder, const std::vector<Rational>& rates) {
    const Herder::Weights weights = herder.current().weights;
    std::vector<double> result(weights.size());
    for (std::size_t a = 0; a < result.size(); ++a)
        result[a] =
            static_cast<double>(weights[a]) / static_cast<double>(weights.scale()) / rates[a].to_double();
    return result;
}

double worst_change(const std::vector<double>& before, const std::vector<double>& after) {
    double worst = 0;
    for (std::size_t a = 0; a < before.size(); ++a) worst = std::max(worst, std::abs(after[a] - before[a]));
    return worst;
}

void check_moments_are_known(const IsingStudyOptions& options) {
    const FeatureOptions& features = options.herding.features;
    const bool needs_samples =
        !options.edge_moment || features.diagonals || features.plaquettes || !features.far_pairs.empty();
    check_input(options.reference > 0 || !needs_samples, [] {
        return Problem{Fault::other,
                       {.function = "study_ising"},
                       "a reference, or an edge_moment and no features but nodes and edges"};
    });
}

void check_run(const IsingStudyOptions& options) {
    const std::int64_t least = std::min({options.run.samples, options.run.burn_in, options.reference});
    check_input(least >= 0, [&] {
        return Problem{Fault::range,
                       {.function = "study_ising"},
                       "samples, a burn_in and a reference of at least 0",
                       std::to_string(least)};
    });
}

// The reference first: it gives the moments.
IsingStudy herded(const IsingStudyOptions& options, StepWatch& watch) {
    check_moments_are_known(options);
    IsingStudy study;
    std::optional<ModelSamples> reference;
    if (options.reference > 0) {
        RunOptions run = options.run;
        run.samples = options.reference;
        reference = sample_swendsen_wang(options.lattice, options.herding.features, options.beta, run, watch);
        study.moments = reference->moments;
    }
    if (options.edge_moment) study.moments.edge = *options.edge_moment;
    if (!watch.goes_on(0)) return study;
    study.statistics.push_back(herd(options.lattice, study.moments, options.herding, options.run, watch));
    if (reference) study.statistics.push_back(std::move(reference->statistics));
    return study;
}

}  // namespace

std::optional<double> Statistics::correlation(std::size_t distance) const {
    if (distance < 1 || distance > averages.along_rows.size()) return std::nullopt;
    return (averages.along_rows[distance - 1].mean + averages.along_columns[distance - 1].mean) / 2;
}

Distance distance_from(const Statistics& model, const Statistics& samples) {
    Distance result{.magnetisation =
                        std::abs(samples.averages.magnetisation.mean - model.averages.magnetisation.mean)};
    if (samples.clusters && model.clusters)
        result.slope = std::abs(samples.clusters->slope - model.clusters->slope);
    double squares = 0;
    const std::size_t distances = model.averages.along_rows.size();
    for (std::size_t d = 1; d <= distances; ++d) {
        const double difference = samples.correlation(d).value_or(0) - model.correlation(d).value_or(0);
        squares += difference * difference;
    }
    result.correlations = std::sqrt(squares / static_cast<double>(distances));
    return result;
}

Statistics herd(const Lattice& lattice, const FeatureValues& moments, const Herding& herding,
                const RunOptions& run, StepWatch& watch) {
    const Features features{lattice, herding.features};
    FeatureValues rate_values{.node = herding.node_rate, .edge = 1, .diagonal = 1, .plaquette = 1};
    rate_values.far.assign(herding.features.far_pairs.size(), 1);
    const std::vector<Rational> rates = uniform_rates(features, rate_values);
    Herder herder{features,
                  uniform_moments(features, moments),
                  {.rates = rates, .start = herding.start},
                  features.random_state(run.seed),
                  herding.ascent,
                  {.max_steps = run.step_count()}};
    Recorders recorders{lattice};
    MarginWatch margins;
    std::int64_t sweeps = 0;
    const auto step = [&] {
        const auto taken = herder.step();
        margins.record(taken);
        sweeps += herder.search().sweeps;
        return taken;
    };
    take_steps(run.burn_in, watch, step);
    const std::vector<double> before = unrated_weights(herder, rates);
    take_steps(run.samples, watch, [&] { recorders.record(step()); });
    if (!watch.goes_on(0)) return {};
    Statistics statistics = recorders.result("herding", herder.current().state);
    statistics.herding =
        HerdingFacts{.positive_margins = margins.result().positive,
                     .worst_moment_error = worst_change(before, unrated_weights(herder, rates)) /
                                           static_cast<double>(run.samples),
                     .largest_weight = herder.largest_weight(),
                     .sweeps_per_step = static_cast<double>(sweeps) / static_cast<double>(run.step_count())};
    return statistics;
}

ModelSamples sample_swendsen_wang(const Lattice& lattice, const FeatureOptions& features, double beta,
                                  const RunOptions& run, StepWatch& watch) {
    SwendsenWang chain{lattice, {.beta = beta, .seed = run.seed}};
    Recorders recorders{lattice};
    BondClusterSizes bonds{lattice};
    Means means{Features{lattice, features}};
    take_steps(run.burn_in, watch, [&] { chain.step(); });
    take_steps(run.samples, watch, [&] {
        const auto taken = chain.step();
        recorders.record(taken);
        bonds.record(taken);
        means.record(taken);
    });
    if (!watch.goes_on(0)) return {};
    ModelSamples samples{.statistics = recorders.result("Swendsen-Wang", chain.spins()),
                         .moments = means.result().values};
    samples.statistics.bond_clusters = fit_power_law(bonds.result(), fit_range(lattice));
    samples.moments.node = 0;
    return samples;
}

Statistics sample_gibbs(const Lattice& lattice, double beta, SiteOrder order, const RunOptions& run,
                        StepWatch& watch) {
    Gibbs chain{lattice, {.beta = beta, .order = order, .seed = run.seed}};
    Recorders recorders{lattice};
    take_steps(run.burn_in, watch, [&] { chain.step(); });
    take_steps(run.samples, watch, [&] { recorders.record(chain.step()); });
    if (!watch.goes_on(0)) return {};
    return recorders.result("Gibbs", chain.spins());
}

StepWatch make_watch(const Lattice& lattice, const RunControl& control) {
    constexpr std::int64_t sites_per_check = 4'000'000;
    return StepWatch{control, std::max<std::int64_t>(
                                  1, sites_per_check / static_cast<std::int64_t>(lattice.site_count()))};
}

FeatureOptions named_features(const std::vector<std::string>& names, const Lattice& lattice,
                              const std::string& what) {
    FeatureOptions features{.nodes = false, .edges = false};
    for (const std::string& name : names) choose(feature_choices, name, what)(features, lattice);
    return features;
}

std::vector<std::size_t> far_distances(const Lattice& lattice) {
    std::vector<std::size_t> distances;
    for (std::size_t d = 2; 2 * d <= std::min(lattice.rows(), lattice.columns()); d *= 2)
        distances.push_back(d);
    return distances;
}

std::optional<double> exact_edge_correlation(const Lattice& lattice, double beta) {
    if (lattice.boundary() != Boundary::torus) return std::nullopt;
    return kaufman_correlation(lattice.rows(), lattice.columns(), beta);
}

std::int64_t IsingStudyOptions::step_count() const {
    const bool has_reference = method == Method::herding && reference > 0;
    return run.step_count() + (has_reference ? reference + run.burn_in : 0);
}

IsingStudy study_ising(const IsingStudyOptions& options) {
    check_run(options);
    const Lattice& lattice = options.lattice;
    StepWatch watch = make_watch(lattice, options.control);
    IsingStudy study;
    if (options.method == Method::gibbs) {
        study.statistics.push_back(
            sample_gibbs(lattice, options.beta, options.herding.ascent.order, options.run, watch));
    } else if (options.method == Method::swendsen_wang) {
        study.statistics.push_back(
            sample_swendsen_wang(lattice, {}, options.beta, options.run, watch).statistics);
    } else {
        study = herded(options, watch);
    }
    study.stopped = !watch.goes_on(0);
    return study;
}

}  // namespace drover::lattice
