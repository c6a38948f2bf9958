#pragma once

#include <drover/data/sparse_rows.hpp>
#include <drover/number/philox.hpp>

namespace drover::baselines {

/// Two classes of points in the plane, A and B alternating, `per_class` of each, on a grid of 1/256.
/// Generated as in the toolbox PRTools, each coordinate with normal noise of deviation 1.

/// Two arcs of radius 5 that reach into one another.
Examples make_banana(std::size_t per_class, const CounterRandom& random);
/// Two arcs about the same centre, of radius 10 and 6.2.
Examples make_lithuanian(std::size_t per_class, const CounterRandom& random);

}  // namespace drover::baselines
