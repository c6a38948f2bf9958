#pragma once

#include <vector>

#include <drover/herd/features/feature_map.hpp>
#include <drover/lattice/geometry.hpp>
#include <drover/lattice/spins.hpp>

namespace drover::lattice {

/// Site i is +1 where bit i % 64 of CounterRandom(seed, stream).bits(i / 64) is set, otherwise -1.
Spins random_spins(std::size_t site_count, std::uint64_t seed, std::uint64_t stream = 0);

enum class FeatureKind { nodes, right, down, down_right, down_left, plaquettes, far_right, far_down };

struct Shift {
    std::ptrdiff_t down, right;
};

/// One feature per site: the product of its spin and the spins at fixed places around it.
struct Plane {
    FeatureKind kind;
    std::size_t far = 0;              ///< far_right and far_down: the index of the distance in far_pairs
    std::vector<Shift> members = {};  ///< where the spins are, relative to the site; the site itself first
};

struct FeatureOptions {
    bool nodes = true;        ///< x_i
    bool edges = true;        ///< x_i x_j for the sites to the right and below
    bool diagonals = false;   ///< x_i x_j for the sites below to the right and to the left
    bool plaquettes = false;  ///< the product of the four spins of a unit square, at its upper left site
    std::vector<std::size_t> far_pairs =
        {};  ///< distances; x_i x_j for the site that far to the right and the one that far below
};

/// Products of neighbouring spins of a lattice, and of pairs further apart. Each plane has one slot per site;
/// planes are in the order of FeatureKind, the far ones by distance: right, down. A slot that reaches beyond
/// an open boundary exists, but no state ever touches it. A pair half way around a torus has two features.
class Features {
  public:
    using State = Spins;

    /// InputError if no feature is on, or unless far distances increase from at least 2, stay below both
    /// sides and, on a torus, do not exceed half way around.
    explicit Features(Lattice lattice, FeatureOptions options = {});

    const Lattice& lattice() const { return lattice_; }
    const FeatureOptions& options() const { return options_; }
    std::size_t site_count() const { return lattice_.site_count(); }
    std::size_t feature_count() const { return planes_.size() * site_count(); }
    Spins first_state() const { return Spins(site_count(), -1); }
    FeatureBounds bounds() const {
        return {.lowest = -1, .highest = 1, .total = static_cast<Int128>(touched_)};
    }
    /// Whether diagonal neighbours share a feature.
    bool has_corners() const { return options_.diagonals || options_.plaquettes; }

    const std::vector<Plane>& planes() const { return planes_; }
    /// Of a plane, by its index.
    std::size_t slot(std::size_t plane, std::size_t site) const { return plane * site_count() + site; }
    /// Whether all spins of the feature are on the lattice.
    bool is_inside(std::size_t plane, std::size_t site) const;

    template <Weights W>
    typename W::Value score(const W& w, const Spins& s) const {
        return visited_score(*this, w, s);
    }

    template <class Sink>
    void visit(const Spins& s, Sink&& sink) const {
        std::size_t a = 0;
        for (const Plane& plane : planes_) {
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
        for (std::size_t p = 0; p < planes_.size(); ++p) {
            for (const Shift& member : planes_[p].members) {
                const Place anchor = shifted(place, {-member.down, -member.right});
                if (is_beyond(anchor)) continue;
                const int value = product(s, planes_[p], anchor) * s[site];
                if (value != 0) {
                    sum += static_cast<V>(value) * w[slot(p, lattice_.site(anchor.row, anchor.column))];
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
    /// Sets the spin to the sign of its field and returns the gain; a field of 0 changes nothing.
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
    struct Place {
        std::size_t row, column;
    };
    static constexpr std::size_t off = static_cast<std::size_t>(-1);

    void check_far_pairs() const;
    /// The value of a feature; 0 if it reaches beyond the boundary.
    int product(const Spins& s, const Plane& plane, Place place) const {
        int value = 1;
        for (const Shift& member : plane.members) {
            const Place at = shifted(place, member);
            if (is_beyond(at)) return 0;
            value *= s[lattice_.site(at.row, at.column)];
        }
        return value;
    }
    // Lattice::neighbour without divisions: most time is spent here.
    Place shifted(Place place, Shift shift) const {
        return {moved(place.row, shift.down, lattice_.rows()),
                moved(place.column, shift.right, lattice_.columns())};
    }
    std::size_t moved(std::size_t position, std::ptrdiff_t shift, std::size_t side) const {
        const std::size_t to = position + static_cast<std::size_t>(shift);
        if (to < side) return to;
        if (lattice_.boundary() == Boundary::open) return off;
        return shift > 0 ? to - side : to + side;
    }
    static bool is_beyond(Place place) { return place.row == off || place.column == off; }

    Lattice lattice_;
    FeatureOptions options_;
    std::vector<Plane> planes_;
    std::size_t touched_ = 0;  // slots inside the boundary
};

}  // namespace drover::lattice
