#pragma once

#include <drover/lattice/impl/fields.hpp>

namespace drover::lattice::impl {

/// One row of a plane and the +-1 of the two spins of each feature. A step adds targets - units * first *
/// second.
template <class Lane>
struct HitRow {
    Lane* weights;
    const Lane* targets;
    const Lane* units;
    const Lane* first;
    const Lane* second;
    std::size_t columns;
};

/// The planes around one row, for the fields node + sum over the four edges of weight * spin. `node` may be
/// the fields themselves; `distance` is how far apart the spins in the row are.
template <class Lane>
struct FieldInputs {
    const Lane* node;
    const Lane* right;
    const Lane* down;
    const Lane* down_from_above;
    const Lane* signs;
    const Lane* signs_above;
    const Lane* signs_below;
    Lane* fields;
    std::size_t columns;
    std::size_t distance = 1;
};

/// All row kernels for one instruction set. Sums of targets over a row, and weights after an update, must fit
/// a lane.
template <class Lane>
struct Kernels {
    void (*hit)(const HitRow<Lane>&, Tally&);
    void (*find_fields)(const FieldInputs<Lane>&);
    /// Bit c of the words is set where spin c has the sign opposite to its field.
    void (*mark_opposed)(const Lane* fields, const Lane* signs, std::size_t columns, std::uint64_t* words);
};

/// The fastest for this machine, and the same one lane at a time.
template <class Lane>
const Kernels<Lane>& best_kernels();
template <class Lane>
const Kernels<Lane>& plain_kernels();

}  // namespace drover::lattice::impl
