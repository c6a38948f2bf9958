#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <drover/herd/orbit.hpp>
#include <drover/lattice/geometry.hpp>
#include <drover/lattice/spins.hpp>

namespace drover::lattice {

struct GibbsOptions {
    double beta = 0;
    int states = 2;  ///< 2: Ising, spins +-1; q > 2: Potts, 0 .. q-1. The normalisations: lattice/ising.hpp
    SiteOrder order = SiteOrder::raster;
    std::uint64_t seed = 0;
};

/// Single-site Gibbs sampling (heat bath), starting with all spins +1 (or 0). A step is a sweep that draws
/// every site once given its neighbours: O(sites), or O(sites q) for q > 2 states. Probabilities are
/// multiples of 2^-32 for two states; for more, the ratios of a site's probabilities are rounded to 2^-40.
/// Random numbers are functions of (seed, sweep, site): the same spins on every compiler and machine. An
/// Orbit without weights.
class Gibbs {
  public:
    struct Step {
        std::int64_t t = 0;  ///< sweeps taken
        const Spins& state;
    };

    /// InputError for a negative beta or states outside 2 .. 127.
    Gibbs(const Lattice& lattice, const GibbsOptions& options);

    Step step();
    Step current() const { return {.t = t_, .state = spins_}; }
    StepRange<Gibbs> steps(std::int64_t count) { return {*this, count}; }

    const Lattice& lattice() const { return lattice_; }
    const Spins& spins() const { return spins_; }

  private:
    struct Neighbours {
        std::array<std::uint32_t, 4> sites{};
        std::uint32_t count = 0;
    };

    void find_neighbours();
    void set_tables();
    std::int8_t draw_ising(std::size_t i, std::uint32_t word) const;
    std::int8_t draw_potts(std::size_t i, std::uint32_t word);

    Lattice lattice_;
    GibbsOptions options_;
    std::int64_t t_ = 0;
    Spins spins_;
    std::vector<Neighbours> neighbours_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> words_;
    std::array<std::uint64_t, 9> up_limits_{};      // by the sum of the neighbours + 4
    std::array<std::uint64_t, 5> ratio_weights_{};  // 2^40 exp(-beta k)
    std::vector<std::uint32_t> like_counts_;        // of the states, among a site's neighbours
};

}  // namespace drover::lattice
