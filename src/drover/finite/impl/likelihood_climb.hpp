#pragma once

#include <span>
#include <vector>

#include <drover/finite/tempered.hpp>
#include <drover/number/impl/entropy_climb.hpp>

namespace drover::impl {

/// e^-60: beyond what moments in double can tell from the boundary.
inline constexpr double far_spread = 60;

/// The solver of number/impl/entropy_climb.hpp on minus the log-likelihood; the features are to be
/// independent. O(states * features^2 + features^3) per iteration.
Climb climb_likelihood(const TemperedMap& map, const ClimbOptions& options);

/// How far apart <direction, phi(s)> are for the states.
double score_spread(const TemperedMap& map, std::span<const double> direction);
/// moments - E phi: the gradient of the log-likelihood.
std::vector<double> moment_gaps(const TemperedMap& map, std::span<const double> theta);

}  // namespace drover::impl
