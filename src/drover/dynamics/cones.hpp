#pragma once

#include <array>
#include <vector>

#include <drover/herd/features/state_table.hpp>
#include <drover/herd/moments/moments.hpp>
#include <drover/number/int128.hpp>

namespace drover::dynamics {

/// A direction of weights in the plane, in lowest terms.
struct PlaneVector {
    Int128 x = 0;
    Int128 y = 0;

    friend bool operator==(const PlaneVector&, const PlaneVector&) = default;
};

enum class ConeKind {
    sector,  ///< the directions strictly between from and to, counter-clockwise, at most half the plane
    ray,     ///< from = to: the state wins only there, by its low index, a tie with two corners of the hull
    everything,  ///< all states are equal; from = to = (1, 0)
};

/// Where one state is chosen, and where the weights go there.
/// A boundary between cones belongs to the lowest state that ties on it.
struct Cone {
    std::size_t state = 0;
    ConeKind kind = ConeKind::sector;
    PlaneVector from;
    PlaneVector to;
    double from_angle = 0;         ///< in [0, 2 pi)
    double to_angle = 0;           ///< from_angle + the width of the cone: may be above 2 pi
    std::array<Int128, 2> move{};  ///< total * (moments - phi(state))
};

struct Cones {
    std::vector<Cone> cones;  ///< counter-clockwise; the first sector is that of the leftmost corner
    std::vector<std::size_t> unreachable;  ///< states without a cone: see unreachable_states()
    std::int64_t total = 1;                ///< of the moments
};

/// The plane of weights of two features, cut into the cones of its states: the sector of a corner of the
/// convex hull lies between the outward normals of its two edges. Exact for numbers of any size.
/// Chen & Welling 2016, "Learning Using Weak Chaos". O(states * corners).
/// Throws InputError unless there are two features and two moments.
Cones find_cones(const StateTable& features, const Moments& moments);

}  // namespace drover::dynamics
