#pragma once

#include <optional>
#include <string>
#include <vector>

#include <drover/core/choice.hpp>
#include <drover/core/run_control.hpp>
#include <drover/lattice/herder.hpp>
#include <drover/lattice/ising.hpp>
#include <drover/lattice/moments.hpp>
#include <drover/lattice/power_law.hpp>
#include <drover/lattice/spin_averages.hpp>

namespace drover::lattice {

/// What only herding has.
struct HerdingFacts {
    std::int64_t positive_margins = 0;  ///< over all steps, burn-in included
    double worst_moment_error = 0;      ///< of the samples
    double largest_weight = 0;
    double sweeps_per_step = 0;
};

/// Statistics of samples from any method.
struct Statistics {
    std::string method;
    SpinAveragesResult averages;
    std::optional<PowerLaw> clusters;       ///< of connected equal spins, up to an eighth of the lattice
    std::optional<PowerLaw> bond_clusters;  ///< Fortuin-Kasteleyn; Swendsen-Wang only
    std::string digest;                     ///< of the samples
    Spins last;                             ///< the last sample
    std::optional<HerdingFacts> herding;

    /// Mean of x_i x_j along rows and columns at a distance; nothing beyond the lattice.
    std::optional<double> correlation(std::size_t distance) const;
};

/// How samples differ from those of the model: in the slope of the clusters, |m|, and the correlations.
struct Distance {
    double slope = 0;
    double magnetisation = 0;
    double correlations = 0;  ///< root mean square over distances

    double sum() const { return slope + magnetisation + correlations; }
};
Distance distance_from(const Statistics& model, const Statistics& samples);

struct RunOptions {
    std::int64_t samples = 5'000;
    std::int64_t burn_in = 500;
    std::uint64_t seed = 0;

    std::int64_t step_count() const { return samples + burn_in; }
};

/// One variant of herding.
struct Herding {
    FeatureOptions features = {};
    AscentOptions ascent = {};
    Rational node_rate = 1;  ///< how far a node's weight moves when an edge's moves by 1
    StartWeights start = MomentStart{};
};

/// Samples of the model itself, and the moments of its features measured on them; those of nodes are 0.
struct ModelSamples {
    Statistics statistics;
    FeatureValues moments;  ///< to the nearest multiple of 10^-6
};

// The watch is told every step; if it stops them, the result is empty.

Statistics herd(const Lattice& lattice, const FeatureValues& moments, const Herding& herding,
                const RunOptions& run, StepWatch& watch);
ModelSamples sample_swendsen_wang(const Lattice& lattice, const FeatureOptions& features, double beta,
                                  const RunOptions& run, StepWatch& watch);
Statistics sample_gibbs(const Lattice& lattice, double beta, SiteOrder order, const RunOptions& run,
                        StepWatch& watch);

/// A watch that checks runs on a lattice of this size about ten times a second.
StepWatch make_watch(const Lattice& lattice, const RunControl& control);

/// Distances 2, 4, 8, ... up to half the shorter side.
std::vector<std::size_t> far_distances(const Lattice& lattice);

/// Features by name: what each turns on.
inline constexpr Choice<void (*)(FeatureOptions&, const Lattice&)> feature_choices[]{
    {"nodes", [](FeatureOptions& features, const Lattice&) { features.nodes = true; }},
    {"edges", [](FeatureOptions& features, const Lattice&) { features.edges = true; }},
    {"diagonals", [](FeatureOptions& features, const Lattice&) { features.diagonals = true; }},
    {"plaquettes", [](FeatureOptions& features, const Lattice&) { features.plaquettes = true; }},
    {"far",
     [](FeatureOptions& features, const Lattice& lattice) { features.far_pairs = far_distances(lattice); }}};
/// Those that are named and no others. Throws InputError, opened by `what`, for another name.
FeatureOptions named_features(const std::vector<std::string>& names, const Lattice& lattice,
                              const std::string& what);

/// The mean of x_i x_j over an edge of the Ising model, where it is known exactly: on a torus.
std::optional<double> exact_edge_correlation(const Lattice& lattice, double beta);

enum class Method { herding, swendsen_wang, gibbs };
inline constexpr Choice<Method> methods[]{
    {"herding", Method::herding}, {"swendsen-wang", Method::swendsen_wang}, {"gibbs", Method::gibbs}};

struct IsingStudyOptions {
    Lattice lattice{100, 100};
    double beta = critical_beta();
    Method method = Method::herding;
    RunOptions run = {};
    Herding herding = {};                                ///< gibbs uses its order of the sites
    std::optional<Rational> edge_moment = std::nullopt;  ///< nothing: measured on the reference
    std::int64_t reference = 5'000;  ///< Swendsen-Wang samples that give herding its moments; 0: none
    RunControl control = {};         ///< told the steps done, of step_count()

    std::int64_t step_count() const;
};

struct IsingStudy {
    FeatureValues moments = {};               ///< that herding matched
    std::vector<Statistics> statistics = {};  ///< of the method, then of the reference of herding
    bool stopped = false;                     ///< then these are empty
};

/// Samples of the Ising model by one method and, where herding needs its moments, samples of the model
/// itself. Throws InputError for features whose moments come neither from edge_moment nor from a reference,
/// and for negative numbers of samples.
IsingStudy study_ising(const IsingStudyOptions& options = {});

}  // namespace drover::lattice
