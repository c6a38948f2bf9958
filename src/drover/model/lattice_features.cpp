#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/philox.hpp>
#include <drover/model/lattice_features.hpp>

namespace drover {

Spins random_spins(std::size_t site_count, std::uint64_t seed, std::uint64_t stream) {
    const CounterRandom random{seed, stream};
    Spins spins(site_count);
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < site_count; ++i) {
        if (i % 64 == 0) word = random.bits(i / 64);
        spins[i] = ((word >> (i % 64)) & 1U) != 0 ? 1 : -1;
    }
    return spins;
}

LatticeFeatures::LatticeFeatures(Lattice lattice, LatticeFeatureOptions options)
    : lattice_{lattice}, options_{options} {
    const auto [nodes, edges, diagonals, plaquettes] = options_;
    check_input(nodes || edges || diagonals || plaquettes,
                [] { return std::string{"LatticeFeatures: expected at least one kind of feature"}; });
    const std::array<bool, lattice_planes.size()> is_wanted{nodes,     edges,     edges,
                                                            diagonals, diagonals, plaquettes};
    for (const LatticePlane plane : lattice_planes) {
        first_slots_[index(plane)] = is_wanted[index(plane)] ? site_count() * plane_count_++ : off;
        for (std::size_t i = 0; is_on(plane) && i < site_count(); ++i)
            touched_ += is_inside(plane, i) ? 1 : 0;
    }
}

bool LatticeFeatures::is_inside(LatticePlane plane, std::size_t site) const {
    if (lattice_.boundary() == Boundary::torus) return true;
    const auto shifts = members(plane);
    return std::all_of(shifts.begin(), shifts.end(), [&](const Shift& member) {
        return lattice_.neighbour(site, member.down, member.right).has_value();
    });
}

std::span<const LatticeFeatures::Shift> LatticeFeatures::members(LatticePlane plane) {
    static constexpr std::array<Shift, 1> node{{{0, 0}}};
    static constexpr std::array<Shift, 2> right{{{0, 0}, {0, 1}}};
    static constexpr std::array<Shift, 2> down{{{0, 0}, {1, 0}}};
    static constexpr std::array<Shift, 2> down_right{{{0, 0}, {1, 1}}};
    static constexpr std::array<Shift, 2> down_left{{{0, 0}, {1, -1}}};
    static constexpr std::array<Shift, 4> plaquette{{{0, 0}, {0, 1}, {1, 0}, {1, 1}}};
    switch (plane) {
        case LatticePlane::nodes:
            return node;
        case LatticePlane::right:
            return right;
        case LatticePlane::down:
            return down;
        case LatticePlane::down_right:
            return down_right;
        case LatticePlane::down_left:
            return down_left;
        case LatticePlane::plaquettes:
            break;
    }
    return plaquette;
}

}  // namespace drover
