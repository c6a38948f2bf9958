#include <algorithm>
#include <cmath>

#include <drover/dynamics/feature_space_detail.hpp>
#include <drover/dynamics/maximum_likelihood.hpp>

namespace drover {
namespace {

using detail::FeatureSpace;

double dot(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

// How far apart <direction, phi(s)> are for the states.
double score_spread(const TemperedMap& map, std::span<const double> direction) {
    double low = dot(direction, map.table().row(0));
    double high = low;
    for (std::size_t s = 1; s < map.state_count(); ++s) {
        const double score = dot(direction, map.table().row(s));
        low = std::min(low, score);
        high = std::max(high, score);
    }
    return high - low;
}

std::vector<double> gradient(const TemperedMap& map, std::span<const double> theta) {
    std::vector<double> result(map.moments().begin(), map.moments().end());
    const std::vector<double> p = map.probabilities(theta, 1);
    for (std::size_t s = 0; s < p.size(); ++s) {
        for (std::size_t a = 0; a < result.size(); ++a) result[a] -= p[s] * map.table().row(s)[a];
    }
    return result;
}

// Cov^-1 g, shortened so that no score moves by more than 2. A direction without curvature is taken as far.
std::vector<double> newton_step(const TemperedMap& map, std::span<const double> theta,
                                std::span<const double> g) {
    const std::size_t n = g.size();
    const auto eigen = detail::symmetric_eigen(map.covariance(theta, 1), n);
    std::vector<double> step(n);
    for (std::size_t k = 0; k < n; ++k) {
        const std::span<const double> v = std::span{eigen.vectors}.subspan(k * n, n);
        const double length = dot(v, g) / std::max(eigen.values[k], 1e-150);
        for (std::size_t a = 0; a < n; ++a) step[a] += length * v[a];
    }
    constexpr double most = 2;
    const double spread = score_spread(map, step);
    if (spread > most) {
        for (double& entry : step) entry *= most / spread;
    }
    return step;
}

std::vector<double> moved(std::span<const double> theta, std::span<const double> step, double factor) {
    std::vector<double> result(theta.begin(), theta.end());
    for (std::size_t a = 0; a < result.size(); ++a) result[a] += factor * step[a];
    return result;
}

struct Climb {
    std::vector<double> theta;
    double last_spread = 0;  // of the scores of the last Newton step
    int iterations = 0;
};

// Halves the step until the likelihood rises; where rounding hides the rise a small step is taken as it is.
bool climb_once(const TemperedMap& map, Climb& climb) {
    const auto likelihood = [&](std::span<const double> theta) {
        return dot(theta, map.moments()) - map.log_partition(theta, 1);
    };
    const std::vector<double> g = gradient(map, climb.theta);
    const std::vector<double> step = newton_step(map, climb.theta, g);
    climb.last_spread = score_spread(map, step);
    const double before = likelihood(climb.theta);
    double factor = climb.last_spread < 1e-4 ? 0 : 1;
    while (factor > 1e-3) {
        const std::vector<double> next = moved(climb.theta, step, factor);
        if (likelihood(next) >= before + 1e-4 * factor * dot(g, step)) break;
        factor /= 2;
    }
    if (factor > 0 && factor <= 1e-3) return false;
    climb.theta = moved(climb.theta, step, factor == 0 ? 1 : factor);
    return true;
}

constexpr double far_spread = 60;  // e^-60: beyond what moments in double can tell from the boundary

Climb climb(const TemperedMap& map, int max_iterations) {
    Climb result{.theta = std::vector<double>(map.feature_count())};
    constexpr double small = 1e-13;
    int small_steps = 0;
    while (result.iterations < max_iterations && small_steps < 2 &&
           score_spread(map, result.theta) < far_spread) {
        const double before = result.last_spread;
        if (!climb_once(map, result)) break;
        const bool is_noise = result.last_spread < 1e-6 && before > 0 && result.last_spread >= before;
        small_steps = is_noise ? 2 : small_steps + (result.last_spread < small ? 1 : 0);
        ++result.iterations;
    }
    return result;
}

void judge(const TemperedMap& map, const Climb& climb, MaximumLikelihood& result) {
    result.iterations = climb.iterations;
    if (climb.last_spread < 1e-3 && score_spread(map, climb.theta) < far_spread) {
        result.status = LikelihoodStatus::found;
        return;
    }
    const double error = detail::largest_magnitude(gradient(map, climb.theta));
    result.status =
        error <= 1e-9 * map.feature_range() ? LikelihoodStatus::boundary : LikelihoodStatus::outside;
}

bool equals_only_state(const TemperedMap& map) {
    for (std::size_t a = 0; a < map.feature_count(); ++a) {
        if (std::abs(map.moments()[a] - map.table().row(0)[a]) > 1e-12 * (1 + std::abs(map.moments()[a])))
            return false;
    }
    return true;
}

// Where all states are equal.
MaximumLikelihood trivial(const TemperedMap& map) {
    MaximumLikelihood result;
    if (!equals_only_state(map)) return result;
    result.status = LikelihoodStatus::found;
    result.theta.resize(map.feature_count());
    result.covariance.resize(map.feature_count() * map.feature_count());
    return result;
}

}  // namespace

MaximumLikelihood maximum_likelihood(const TemperedMap& map, const LikelihoodOptions& options) {
    const FeatureSpace space = detail::feature_space(map);
    if (space.dimension == 0) return trivial(map);
    MaximumLikelihood result;
    if (space.off_distance > 0) return result;
    const Climb top = climb(space.map, options.max_iterations);
    judge(space.map, top, result);
    if (result.status != LikelihoodStatus::found) return result;
    result.theta = space.lift(top.theta);
    result.covariance = map.covariance(result.theta, 1);
    result.largest_eigenvalue = detail::symmetric_eigen(result.covariance, map.feature_count()).values[0];
    result.first_threshold = result.largest_eigenvalue / 2;
    return result;
}

std::string describe(LikelihoodStatus status) {
    switch (status) {
        case LikelihoodStatus::found:
            return "the moments are inside the hull of the states";
        case LikelihoodStatus::boundary:
            return "the moments are on the boundary of the hull of the states: the maximum-likelihood "
                   "parameters "
                   "are infinite, and the map has no fixed point";
        case LikelihoodStatus::outside:
            break;
    }
    return "the moments are outside the hull of the states: no distribution has them, and the weights run "
           "away";
}

}  // namespace drover
