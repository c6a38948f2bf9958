#include "samples.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <drover/learn/lattice_gibbs.hpp>
#include <drover/learn/swendsen_wang.hpp>
#include <drover/record/lattice_means.hpp>
#include <drover/record/margin_watch.hpp>
#include <drover/record/state_digest.hpp>

namespace drover::cli::ising {
namespace {

// Clusters up to an eighth of the lattice: larger ones feel its size.
PowerLawOptions fit_range(const Lattice& lattice) {
    const std::size_t largest = std::clamp<std::size_t>(lattice.site_count() / 8, 16, 1024);
    return {.first_size = 4, .end_size = static_cast<std::int64_t>(std::bit_floor(largest))};
}

// Around a torus, distances beyond half the side come again.
std::size_t farthest(const Lattice& lattice) {
    const std::size_t side = std::min(lattice.rows(), lattice.columns());
    return std::min<std::size_t>(20, lattice.boundary() == Boundary::torus ? side / 2 : side - 1);
}

// What is recorded of samples of any origin.
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

    Looks looks(std::string method, const Spins& last) const {
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

// step(k) for each step, burn-in included; the watch sees them all.
template <class Step>
void take_steps(std::int64_t count, Watch& watch, const Step& step) {
    for (std::int64_t k = 0; k < count; ++k) {
        step();
        watch.count(1);
    }
}

// The weights of the features that states touch, in real units and divided by their rates: they change by
// the sum of moment - phi.
std::vector<double> unrated_weights(const LatticeHerder& herder, const std::vector<Rational>& rates) {
    const LatticeHerder::Weights weights = herder.current().weights;
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

}  // namespace

std::optional<double> Looks::correlation(std::size_t distance) const {
    if (distance < 1 || distance > averages.along_rows.size()) return std::nullopt;
    return (averages.along_rows[distance - 1].mean + averages.along_columns[distance - 1].mean) / 2;
}

Looks look_at_herding(const Lattice& lattice, const LatticeValues& moments, const HerdingChoice& choice,
                      std::uint64_t seed, RunLength length, Watch& watch) {
    const LatticeFeatures features{lattice, choice.features};
    LatticeValues rate_values{.node = choice.node_rate, .edge = 1, .diagonal = 1, .plaquette = 1};
    rate_values.far.assign(choice.features.far_pairs.size(), 1);
    const std::vector<Rational> rates = lattice_rates(features, rate_values);
    LatticeHerder herder{features,
                         lattice_moments(features, moments),
                         {.rates = rates, .start = choice.start},
                         features.random_state(seed),
                         choice.ascent,
                         {.max_steps = length.steps()}};
    Recorders recorders{lattice};
    MarginWatch margins;
    std::int64_t sweeps = 0;
    const auto step = [&] {
        const auto taken = herder.step();
        margins.record(taken);
        sweeps += herder.search().sweeps;
        return taken;
    };
    take_steps(length.burn_in, watch, step);
    const std::vector<double> before = unrated_weights(herder, rates);
    take_steps(length.samples, watch, [&] { recorders.record(step()); });
    Looks looks = recorders.looks("herding", herder.current().state);
    looks.herding =
        HerdingFacts{.positive_margins = margins.result().positive,
                     .worst_moment_error = worst_change(before, unrated_weights(herder, rates)) /
                                           static_cast<double>(length.samples),
                     .largest_weight = herder.largest_weight(),
                     .sweeps_per_step = static_cast<double>(sweeps) / static_cast<double>(length.steps())};
    return looks;
}

Reference look_at_swendsen_wang(const Lattice& lattice, const LatticeFeatureOptions& features, double beta,
                                std::uint64_t seed, RunLength length, Watch& watch) {
    SwendsenWang chain{lattice, {.beta = beta, .seed = seed}};
    Recorders recorders{lattice};
    BondClusterSizes bonds{lattice};
    LatticeMeans means{LatticeFeatures{lattice, features}};
    take_steps(length.burn_in, watch, [&] { chain.step(); });
    take_steps(length.samples, watch, [&] {
        const auto taken = chain.step();
        recorders.record(taken);
        bonds.record(taken);
        means.record(taken);
    });
    Reference reference{.looks = recorders.looks("Swendsen-Wang", chain.spins()),
                        .moments = means.result().values};
    reference.looks.bond_clusters = fit_power_law(bonds.result(), fit_range(lattice));
    reference.moments.node = 0;
    return reference;
}

Looks look_at_gibbs(const Lattice& lattice, double beta, SiteOrder order, std::uint64_t seed,
                    RunLength length, Watch& watch) {
    LatticeGibbs chain{lattice, {.beta = beta, .order = order, .seed = seed}};
    Recorders recorders{lattice};
    take_steps(length.burn_in, watch, [&] { chain.step(); });
    take_steps(length.samples, watch, [&] { recorders.record(chain.step()); });
    return recorders.looks("Gibbs", chain.spins());
}

std::vector<std::size_t> far_distances(const Lattice& lattice) {
    std::vector<std::size_t> distances;
    for (std::size_t d = 2; 2 * d <= std::min(lattice.rows(), lattice.columns()); d *= 2)
        distances.push_back(d);
    return distances;
}

std::int64_t between_looks(const Lattice& lattice) {
    constexpr std::int64_t sites_a_look = 4'000'000;
    return std::max<std::int64_t>(1, sites_a_look / static_cast<std::int64_t>(lattice.site_count()));
}

}  // namespace drover::cli::ising
