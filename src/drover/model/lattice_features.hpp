#pragma once

#include <array>
#include <cassert>
#include <span>
#include <vector>

#include <drover/model/feature_map.hpp>
#include <drover/model/lattice.hpp>
#include <drover/model/spins.hpp>

namespace drover {

/// Site i is +1 where bit i % 64 of CounterRandom(seed, stream).bits(i / 64) is set, otherwise -1.
Spins random_spins(std::size_t site_count, std::uint64_t seed, std::uint64_t stream = 0);

/// A feature of each site: the product of its spin and of the spins at fixed places beside it.
enum class LatticePlane { nodes, right, down, down_right, down_left, plaquettes };
inline constexpr std::array lattice_planes{LatticePlane::nodes,     LatticePlane::right,
                                           LatticePlane::down,      LatticePlane::down_right,
                                           LatticePlane::down_left, LatticePlane::plaquettes};

struct LatticeFeatureOptions {
    bool nodes = true;        ///< x_i
    bool edges = true;        ///< x_i x_j for the sites to the right and below
    bool diagonals = false;   ///< x_i x_j for the sites below to the right and to the left
    bool plaquettes = false;  ///< the product of the four spins of a unit square, at its upper left site
};

/// Products of neighbouring spins of a lattice. Each plane that is on has one slot a site, planes in the
/// order of LatticePlane; a slot that reaches beyond an open boundary is there, but no state ever touches it.
class LatticeFeatures {
  public:
    using State = Spins;

    /// InputError if nothing is on.
    explicit LatticeFeatures(Lattice lattice, LatticeFeatureOptions options = {});

    const Lattice& lattice() const { return lattice_; }
    const LatticeFeatureOptions& options() const { return options_; }
    std::size_t site_count() const { return lattice_.site_count(); }
    std::size_t feature_count() const { return plane_count_ * site_count(); }
    FeatureBounds bounds() const {
        return {.lowest = -1, .highest = 1, .total = static_cast<Int128>(touched_)};
    }
    /// Whether sites that share no edge share a feature.
    bool has_corners() const { return options_.diagonals || options_.plaquettes; }

    bool is_on(LatticePlane plane) const { return first_slots_[index(plane)] != off; }
    std::size_t slot(LatticePlane plane, std::size_t site) const {
        assert(is_on(plane));
        return first_slots_[index(plane)] + site;
    }
    /// Whether all spins of the feature are on the lattice.
    bool is_inside(LatticePlane plane, std::size_t site) const;

    template <Weights W>
    typename W::Value score(const W& w, const Spins& s) const {
        return visited_score(*this, w, s);
    }

    template <class Sink>
    void visit(const Spins& s, Sink&& sink) const {
        for (const LatticePlane plane : lattice_planes) {
            if (!is_on(plane)) continue;
            std::size_t a = slot(plane, 0);
            for (std::size_t row = 0; row < lattice_.rows(); ++row) {
                for (std::size_t column = 0; column < lattice_.columns(); ++column, ++a) {
                    const int value = product(s, plane, {row, column});
                    if (value != 0) sink(a, std::int64_t{value});
                }
            }
        }
    }

    /// h_i with <w, phi(s)> = h_i x_i + what does not depend on x_i.
    template <Weights W>
    typename W::Value field(const W& w, const Spins& s, std::size_t site) const {
        using V = typename W::Value;
        V sum{};
        const Place place{site / lattice_.columns(), site % lattice_.columns()};
        for (const LatticePlane plane : lattice_planes) {
            if (!is_on(plane)) continue;
            for (const Shift& member : members(plane)) {
                const Place anchor = shifted(place, {-member.down, -member.right});
                if (is_beyond(anchor)) continue;
                const int value = product(s, plane, anchor) * s[site];
                if (value != 0) {
                    sum += static_cast<V>(value) * w[slot(plane, lattice_.site(anchor.row, anchor.column))];
                }
            }
        }
        return sum;
    }
    /// The score after flipping the site minus the score now.
    template <Weights W>
    typename W::Value flip_gain(const W& w, const Spins& s, std::size_t site) const {
        return static_cast<typename W::Value>(-2 * s[site]) * field(w, s, site);
    }
    /// Sets the spin to the sign of its field, which gives the gain returned; a field of 0 changes nothing.
    template <Weights W>
    typename W::Value improve(const W& w, Spins& s, std::size_t site) const {
        const typename W::Value gain = flip_gain(w, s, site);
        if (gain <= typename W::Value{}) return {};
        s[site] = static_cast<std::int8_t>(-s[site]);
        return gain;
    }

    Spins random_state(std::uint64_t seed, std::uint64_t stream = 0) const {
        return random_spins(site_count(), seed, stream);
    }

  private:
    struct Shift {
        std::ptrdiff_t down, right;  // -1, 0 or 1
    };
    struct Place {
        std::size_t row, column;
    };
    static constexpr std::size_t off = static_cast<std::size_t>(-1);

    static std::size_t index(LatticePlane plane) { return static_cast<std::size_t>(plane); }
    /// Where the spins of a feature are, seen from its site; the site itself first.
    static std::span<const Shift> members(LatticePlane plane);
    /// The value of a feature; 0 if it reaches beyond the boundary.
    int product(const Spins& s, LatticePlane plane, Place place) const {
        int value = 1;
        for (const Shift& member : members(plane)) {
            const Place at = shifted(place, member);
            if (is_beyond(at)) return 0;
            value *= s[lattice_.site(at.row, at.column)];
        }
        return value;
    }
    // Lattice::neighbour without divisions: this is where the time goes.
    Place shifted(Place place, Shift shift) const {
        return {moved(place.row, shift.down, lattice_.rows()),
                moved(place.column, shift.right, lattice_.columns())};
    }
    std::size_t moved(std::size_t position, std::ptrdiff_t shift, std::size_t side) const {
        const std::size_t to = position + static_cast<std::size_t>(shift);
        if (to < side) return to;
        if (lattice_.boundary() == Boundary::open) return off;
        return to == side ? 0 : side - 1;
    }
    static bool is_beyond(Place place) { return place.row == off || place.column == off; }

    Lattice lattice_;
    LatticeFeatureOptions options_;
    std::array<std::size_t, lattice_planes.size()> first_slots_{};
    std::size_t plane_count_ = 0;
    std::size_t touched_ = 0;  // slots inside the boundary
};

}  // namespace drover
