#pragma once

#include <optional>

#include <drover/dynamics/power_law.hpp>
#include <drover/herd/lattice_herder.hpp>
#include <drover/moments/lattice_moments.hpp>
#include <drover/record/spin_averages.hpp>

#include "../watch.hpp"

namespace drover::cli::ising {

struct RunLength {
    std::int64_t samples = 0;
    std::int64_t burn_in = 0;

    std::int64_t steps() const { return samples + burn_in; }
};

/// What herding alone can tell.
struct HerdingFacts {
    std::int64_t positive_margins = 0;  ///< over all steps, burn-in included
    double worst_moment_error = 0;      ///< of the samples
    double largest_weight = 0;
    double sweeps_per_step = 0;
};

/// What samples of any origin look like.
struct Looks {
    std::string method;
    SpinAveragesResult averages;
    std::optional<PowerLaw> clusters;       ///< of connected like spins
    std::optional<PowerLaw> bond_clusters;  ///< Fortuin-Kasteleyn; Swendsen-Wang only
    std::string digest;                     ///< of the samples
    Spins last;                             ///< the last sample
    std::optional<HerdingFacts> herding;

    /// Mean over rows and columns of <x_i x_j> at a distance; nothing beyond the lattice.
    std::optional<double> correlation(std::size_t distance) const;
};

/// One way to herd.
struct HerdingChoice {
    LatticeFeatureOptions features;
    LatticeAscentOptions ascent;
    Rational node_rate = 1;  ///< how far a node's weight moves where an edge's moves by 1
    StartWeights start = MomentStart{};
};

Looks look_at_herding(const Lattice& lattice, const LatticeValues& moments, const HerdingChoice& choice,
                      std::uint64_t seed, RunLength length, Watch& watch);

/// Samples of the model itself, and from them the moments of its features; those of nodes are 0.
struct Reference {
    Looks looks;
    LatticeValues moments;  ///< to the nearest multiple of 10^-6
};
Reference look_at_swendsen_wang(const Lattice& lattice, const LatticeFeatureOptions& features, double beta,
                                std::uint64_t seed, RunLength length, Watch& watch);
Looks look_at_gibbs(const Lattice& lattice, double beta, SiteOrder order, std::uint64_t seed,
                    RunLength length, Watch& watch);

/// Distances 2, 4, 8, ... up to half the shorter side.
std::vector<std::size_t> far_distances(const Lattice& lattice);

/// Steps between two looks at Ctrl-C: about ten a second for a lattice of this size.
std::int64_t between_looks(const Lattice& lattice);

}  // namespace drover::cli::ising
