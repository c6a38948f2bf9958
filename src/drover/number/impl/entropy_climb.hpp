#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace drover::impl {

struct ClimbOptions {
    int max_iterations = 0;
    double tolerance = -1;  ///< on the dual's error; below 0: continue until rounding decides
    double max_spread = std::numeric_limits<double>::infinity();  ///< largest spread of the scores; beyond
                                                                  ///< it, the solver stops
};

/// Parameters of weights(s) ~ given(s) exp(<theta, phi(s)>) on the way to the required moments or totals.
struct Climb {
    std::vector<double> theta;
    double last_spread = 0;  ///< of the scores of the last Newton step
    int iterations = 0;
    bool converged = false;  ///< within the tolerance
};

inline double dot(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// theta + factor * step
inline std::vector<double> moved(std::span<const double> theta, std::span<const double> step, double factor) {
    std::vector<double> result(theta.begin(), theta.end());
    for (std::size_t a = 0; a < result.size(); ++a) result[a] += factor * step[a];
    return result;
}

// Halves Newton's step until the value falls; where rounding hides that, a small step is taken as it is.
// False if it falls nowhere.
template <class Dual>
bool climb_once(Dual& dual, const std::vector<double>& slope, Climb& climb, double& value) {
    constexpr double most = 2;  // no score moves further
    std::vector<double> step = dual.newton_step(slope);
    climb.last_spread = dual.spread(step);
    if (climb.last_spread > most) {
        for (double& entry : step) entry *= most / climb.last_spread;
        climb.last_spread = dual.spread(step);
    }
    const bool is_small = climb.last_spread < 1e-4;
    constexpr int most_halvings = 9;
    for (int halvings = 0; halvings <= most_halvings; ++halvings) {
        const double factor = std::ldexp(1.0, -halvings);
        std::vector<double> next = moved(climb.theta, step, factor);
        const double reached = dual.move(next);
        if (!is_small && !(reached <= value - 1e-4 * factor * dot(slope, step))) continue;
        climb.theta = std::move(next);
        value = reached;
        return true;
    }
    dual.move(climb.theta);
    return false;
}

/// The one solver of maximum entropy: damped Newton's method on the dual, a convex function, from theta = 0.
/// The dual of a problem provides, with `theta` the point it was last moved to,
///     move(theta)         its value there
///     slope()             minus its gradient: the required moments less those of the weights
///     newton_step(slope)  the slope over its curvature
///     spread(step)        how far the step moves the scores of the states
///     error(slope)        compared with the tolerance
template <class Dual>
Climb climb(Dual& dual, std::size_t parameter_count, const ClimbOptions& options) {
    Climb result{.theta = std::vector<double>(parameter_count)};
    double value = dual.move(result.theta);
    constexpr double small = 1e-13;
    int small_steps = 0;
    while (small_steps < 2 && dual.spread(result.theta) < options.max_spread) {
        const std::vector<double> slope = dual.slope();
        result.converged = options.tolerance >= 0 && dual.error(slope) <= options.tolerance;
        if (result.converged || result.iterations == options.max_iterations) break;
        const double before = result.last_spread;
        if (!climb_once(dual, slope, result, value)) break;
        const bool is_noise = result.last_spread < 1e-6 && before > 0 && result.last_spread >= before;
        small_steps = is_noise ? 2 : small_steps + (result.last_spread < small ? 1 : 0);
        ++result.iterations;
    }
    return result;
}

}  // namespace drover::impl
