#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/core/thread_pool.hpp>
#include <drover/herd/orbit.hpp>
#include <drover/lattice/clusters.hpp>

namespace drover::lattice {

struct SwendsenWangOptions {
    double beta = 0;
    int states = 2;  ///< 2: Ising, spins +-1; q > 2: Potts, 0 .. q-1. The normalisations: lattice/ising.hpp
    std::uint64_t seed = 0;
    ThreadPool* pool = nullptr;  ///< draws the bonds of a large lattice; the result does not depend on it
};

/// Markov chain of Swendsen & Wang (1987), starting with all spins +1 (or 0). A sweep puts a bond on each
/// edge between equal spins with probability 1 - exp(-2 beta) (Ising) or 1 - exp(-beta) (Potts), to the
/// nearest multiple of 2^-32, and gives each cluster of bonds a new state, all equally likely. Random numbers
/// are functions of (seed, sweep, site) and of the lowest site of a cluster: the same spins for any compiler,
/// machine and number of threads. An Orbit without weights.
class SwendsenWang {
  public:
    struct Step {
        std::int64_t t = 0;  ///< sweeps taken
        const Spins& state;
        std::span<const std::uint32_t> clusters;  ///< see clusters()
    };

    /// InputError for a negative beta or states outside 2 .. 127.
    SwendsenWang(const Lattice& lattice, const SwendsenWangOptions& options);

    Step step();
    Step current() const { return {.t = t_, .state = spins_, .clusters = labels_}; }
    StepRange<SwendsenWang> steps(std::int64_t count) { return {*this, count}; }

    const Lattice& lattice() const { return lattice_; }
    const Spins& spins() const { return spins_; }
    /// The bonds of the last sweep, between spins of the state before it. None before the first.
    const EdgeBits& bonds() const { return bonds_; }
    /// The Fortuin-Kasteleyn clusters of the last sweep, by site: the lowest site connected to it by bonds.
    /// Before the first sweep each site is its own.
    std::span<const std::uint32_t> clusters() const { return labels_; }

  private:
    void draw_bonds();
    void draw_states();

    Lattice lattice_;
    SwendsenWangOptions options_;
    std::uint64_t bond_limit_ = 0;
    std::int64_t t_ = 0;
    Spins spins_;
    LikeEdges like_;
    ClusterFinder finder_;
    EdgeBits bonds_;
    std::vector<std::uint32_t> labels_;
    std::vector<std::uint32_t> words_;  // random bits of the new states
    Spins new_states_;                  // of a cluster, by its lowest site
};

/// A random 32-bit number is below this limit with the probability of a bond between equal spins.
std::uint64_t bond_limit(double beta, int states);

}  // namespace drover::lattice
