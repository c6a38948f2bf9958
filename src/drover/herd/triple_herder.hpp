#pragma once

#include <variant>

#include <drover/herd/features/triples.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/fused_herder.hpp>

namespace drover {

namespace impl {
class FusedTriples;
}

/// Herding n binary variables on the joint cells of all triples, by coordinate ascent from the previous
/// state. The fused form of Herder{TripleFeatures<Indicators>{n}, ExactMoments{moments}, CoordinateAscent{}}:
/// the same states, margins and weights, at O(n^2) per flip and per step, where the composed one needs
/// O(n^3). An Orbit; a weight costs O(n).
///
/// Works in 32-bit lanes where n times options.max_steps stays below 2^31, otherwise in 64-bit ones, so give
/// the number of steps you need. Memory: 8 or 16 bytes per ordered triple, 8 MB for 100 variables in 32-bit
/// lanes.
class TripleHerder : public FusedHerder<impl::FusedTriples, TripleFeatures<Indicators>> {
  public:
    using Start = std::variant<ZeroStart, MomentStart>;

    /// Counts in the order of TripleFeatures<Indicators>{variable_count}. They need not be those of a
    /// distribution.
    TripleHerder(Moments moments, std::size_t variable_count, const Start& start = ZeroStart{},
                 HerderOptions options = {});
};

extern template class FusedHerder<impl::FusedTriples, TripleFeatures<Indicators>>;

}  // namespace drover
