#pragma once

#include <limits>
#include <span>
#include <vector>

#include <drover/herd/tempered.hpp>

namespace drover::detail {

/// e^-60: beyond what moments in double can tell from the boundary.
inline constexpr double far_spread = 60;

struct ClimbOptions {
    int max_iterations = 0;
    double tolerance = -1;           ///< on the largest moment gap; below 0: on until rounding decides
    double max_spread = far_spread;  ///< of the scores: where they are further apart it stops
};

/// Parameters of P(s) ~ exp(<theta, phi(s)>) on the way to the given moments.
struct Climb {
    std::vector<double> theta;
    double last_spread = 0;  ///< of the scores of the last Newton step
    int iterations = 0;
};

/// Damped Newton's method on the log-likelihood, from theta = 0; the features are to be independent. O(states
/// * features^2 + features^3) an iteration.
Climb climb_likelihood(const TemperedMap& map, const ClimbOptions& options);

/// How far apart <direction, phi(s)> are for the states.
double score_spread(const TemperedMap& map, std::span<const double> direction);
/// moments - E phi: the gradient of the log-likelihood.
std::vector<double> moment_gaps(const TemperedMap& map, std::span<const double> theta);

}  // namespace drover::detail
