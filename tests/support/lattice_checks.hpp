#pragma once

#include <cstdint>
#include <vector>

#include <drover/lattice/geometry.hpp>
#include <drover/lattice/spins.hpp>
#include <drover/number/philox.hpp>

namespace drover::testing {

/// +-1 for two states, otherwise 0 .. states-1, with equal probability.
inline lattice::Spins random_spins(const lattice::Lattice& lattice, int states, std::uint64_t seed) {
    const CounterRandom random{seed, 29};
    lattice::Spins spins(lattice.site_count());
    for (std::size_t i = 0; i < spins.size(); ++i) {
        const auto state = static_cast<int>(random.below(i, static_cast<std::uint64_t>(states)));
        spins[i] = static_cast<std::int8_t>(states == 2 ? 2 * state - 1 : state);
    }
    return spins;
}

/// Tori and open rectangles around multiples of 64 sites, where packed words begin and end.
inline std::vector<lattice::Lattice> odd_lattices() {
    return {{2, 2},
            {2, 2, lattice::Boundary::open},
            {3, 5},
            {2, 32},
            {7, 9, lattice::Boundary::open},
            {8, 8},
            {16, 64},
            {33, 31, lattice::Boundary::open},
            {64, 3},
            {31, 65},
            {100, 100},
            {5, 130, lattice::Boundary::open}};
}

/// Each site gets the lowest site that it is connected to, by a flood from site to site.
/// linked(i, j, is_down): whether the edge from i to j, right of it or below it, connects.
template <class Linked>
std::vector<std::uint32_t> flooded(const lattice::Lattice& lattice, Linked&& linked) {
    constexpr std::uint32_t none = UINT32_MAX;
    std::vector<std::uint32_t> labels(lattice.site_count(), none);
    std::vector<std::size_t> waiting;
    for (std::size_t first = 0; first < labels.size(); ++first) {
        if (labels[first] != none) continue;
        labels[first] = static_cast<std::uint32_t>(first);
        waiting.push_back(first);
        const auto reach = [&](std::size_t to) {
            if (labels[to] != none) return;
            labels[to] = static_cast<std::uint32_t>(first);
            waiting.push_back(to);
        };
        while (!waiting.empty()) {
            const std::size_t i = waiting.back();
            waiting.pop_back();
            for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}}) {
                const auto next = lattice.neighbour(i, down, right);
                const auto before = lattice.neighbour(i, -down, -right);
                if (next && linked(i, *next, down == 1)) reach(*next);
                if (before && linked(*before, i, down == 1)) reach(*before);
            }
        }
    }
    return labels;
}

}  // namespace drover::testing
