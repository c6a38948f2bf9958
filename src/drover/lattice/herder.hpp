#pragma once

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/fused_herder.hpp>
#include <drover/lattice/ascent.hpp>
#include <drover/lattice/features.hpp>

namespace drover::lattice {

namespace impl {
class FusedState;
}

/// The result of one ascent. `gain` is the increase of the score.
struct AscentResult {
    std::int64_t gain = 0;
    std::int64_t sweeps = 0;
    std::int64_t flips = 0;
};

/// Herding products of neighbouring spins on a lattice, and of pairs further apart.
/// The fused form of Herder{features, ExactMoments{moments, drive}, Ascent{ascent}, options, start}:
/// the same states, margins and weights, from planes of weights in which a sweep visits only the spins that
/// oppose their fields. An Orbit.
///
/// Works in 32-bit lanes as long as the largest weight, which is tracked exactly, proves that every field
/// fits; then in 64-bit lanes.
class Herder : public FusedHerder<impl::FusedState, Features> {
  public:
    using Search = AscentResult;

    /// `start` is where the first ascent begins, unless every ascent begins at a fresh state.
    Herder(Features features, Moments moments, const DriveOptions& drive, Spins start,
           AscentOptions ascent = {}, HerderOptions options = {});

    /// The largest |w| so far of the features that states touch, start weights included, in real units.
    double largest_weight() const;
    /// The ascent of the last step; the gain is on the scale of the weights.
    const Search& search() const;
};

}  // namespace drover::lattice

extern template class drover::FusedHerder<drover::lattice::impl::FusedState, drover::lattice::Features>;
