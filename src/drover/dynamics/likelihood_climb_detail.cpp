#include <algorithm>

#include <drover/dynamics/likelihood_climb_detail.hpp>
#include <drover/dynamics/small_matrix_detail.hpp>

namespace drover::detail {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

// Cov^-1 g by eigenvectors: a direction without curvature is taken as far as the shortening allows.
std::vector<double> step_by_eigenvectors(const Square& covariance, std::span<const double> g) {
    const std::size_t n = g.size();
    const SymmetricEigen eigen = symmetric_eigen(covariance, n);
    std::vector<double> step(n);
    for (std::size_t k = 0; k < n; ++k) {
        const std::span<const double> v = std::span{eigen.vectors}.subspan(k * n, n);
        const double length = dot(v, g) / std::max(eigen.values[k], 1e-150);
        for (std::size_t a = 0; a < n; ++a) step[a] += length * v[a];
    }
    return step;
}

// By elimination, with a ridge so small that it matters only without curvature.
std::vector<double> step_by_elimination(Square covariance, std::span<const double> g) {
    const std::size_t n = g.size();
    double largest = 0;
    for (std::size_t a = 0; a < n; ++a) largest = std::max(largest, covariance[a * n + a]);
    for (std::size_t a = 0; a < n; ++a) covariance[a * n + a] += 1e-14 * largest + 1e-300;
    return solve(std::move(covariance), {g.begin(), g.end()}).value_or(std::vector<double>(n));
}

// Cov^-1 g, shortened so that no score moves by more than 2.
std::vector<double> newton_step(const TemperedMap& map, std::span<const double> theta,
                                std::span<const double> g) {
    constexpr std::size_t few = 32;  // more take eigenvectors too long
    const Square covariance = map.covariance(theta, 1);
    std::vector<double> step =
        g.size() <= few ? step_by_eigenvectors(covariance, g) : step_by_elimination(covariance, g);
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

// Halves the step until the likelihood rises; where rounding hides the rise a small step is taken as it is.
bool climb_once(const TemperedMap& map, Climb& climb) {
    const auto likelihood = [&](std::span<const double> theta) {
        return dot(theta, map.moments()) - map.log_partition(theta, 1);
    };
    const std::vector<double> g = moment_gaps(map, climb.theta);
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

}  // namespace

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

std::vector<double> moment_gaps(const TemperedMap& map, std::span<const double> theta) {
    std::vector<double> result(map.moments().begin(), map.moments().end());
    const std::vector<double> p = map.probabilities(theta, 1);
    for (std::size_t s = 0; s < p.size(); ++s) {
        for (std::size_t a = 0; a < result.size(); ++a) result[a] -= p[s] * map.table().row(s)[a];
    }
    return result;
}

Climb climb_likelihood(const TemperedMap& map, const ClimbOptions& options) {
    Climb result{.theta = std::vector<double>(map.feature_count())};
    constexpr double small = 1e-13;
    int small_steps = 0;
    while (result.iterations < options.max_iterations && small_steps < 2 &&
           score_spread(map, result.theta) < options.max_spread) {
        if (options.tolerance >= 0 && largest_magnitude(moment_gaps(map, result.theta)) <= options.tolerance)
            break;
        const double before = result.last_spread;
        if (!climb_once(map, result)) break;
        const bool is_noise = result.last_spread < 1e-6 && before > 0 && result.last_spread >= before;
        small_steps = is_noise ? 2 : small_steps + (result.last_spread < small ? 1 : 0);
        ++result.iterations;
    }
    return result;
}

}  // namespace drover::detail
