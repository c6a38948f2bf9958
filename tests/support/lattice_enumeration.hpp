#pragma once

#include <cmath>
#include <cstdlib>
#include <vector>

#include <drover/lattice/geometry.hpp>
#include <drover/lattice/spins.hpp>

namespace drover::testing {

/// The mean over the edges of the states of the two ends: x_i x_j for two states, [x_i = x_j] for more.
inline double edge_mean(const lattice::Lattice& lattice, const lattice::Spins& spins, int states) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < spins.size(); ++i) {
        for (const auto& j : {lattice.neighbour(i, 0, 1), lattice.neighbour(i, 1, 0)}) {
            if (!j) continue;
            sum += states == 2 ? spins[i] * spins[*j] : static_cast<int>(spins[i] == spins[*j]);
        }
    }
    return static_cast<double>(sum) / static_cast<double>(lattice.edge_count());
}

/// |mean spin| for two states, the largest share for more.
inline double order(const lattice::Spins& spins, int states) {
    std::vector<int> counts(static_cast<std::size_t>(states));
    int sum = 0;
    for (const std::int8_t spin : spins) {
        sum += spin;
        if (states > 2) ++counts[static_cast<std::size_t>(spin)];
    }
    int top = std::abs(sum);
    if (states > 2) {
        top = 0;
        for (const int count : counts) top = std::max(top, count);
    }
    return static_cast<double>(top) / static_cast<double>(spins.size());
}

struct LatticeMeans {
    double edge = 0;
    double order = 0;
};

/// By the sum over all states^sites configurations.
inline LatticeMeans enumerate(const lattice::Lattice& lattice, double beta, int states = 2) {
    std::size_t total = 1;
    for (std::size_t i = 0; i < lattice.site_count(); ++i) total *= static_cast<std::size_t>(states);
    const auto edges = static_cast<double>(lattice.edge_count());
    lattice::Spins spins(lattice.site_count());
    LatticeMeans sums;
    double z = 0;
    for (std::size_t k = 0; k < total; ++k) {
        std::size_t rest = k;
        for (std::int8_t& spin : spins) {
            const auto digit = static_cast<int>(rest % static_cast<std::size_t>(states));
            spin = static_cast<std::int8_t>(states == 2 ? 2 * digit - 1 : digit);
            rest /= static_cast<std::size_t>(states);
        }
        const double edge = edge_mean(lattice, spins, states);
        const double weight = std::exp(beta * edges * (edge - 1));
        z += weight;
        sums.edge += weight * edge;
        sums.order += weight * order(spins, states);
    }
    return {.edge = sums.edge / z, .order = sums.order / z};
}

}  // namespace drover::testing
