#include <algorithm>

#include <drover/finite/impl/likelihood_climb.hpp>
#include <drover/finite/impl/small_matrix.hpp>

namespace drover::impl {
namespace {

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

// ln Z(theta) - <theta, moments>
class LikelihoodDual {
  public:
    explicit LikelihoodDual(const TemperedMap& map) : map_{map} {}

    double move(std::span<const double> theta) {
        theta_.assign(theta.begin(), theta.end());
        return map_.log_partition(theta, 1) - dot(theta, map_.moments());
    }
    std::vector<double> slope() const { return moment_gaps(map_, theta_); }
    std::vector<double> newton_step(std::span<const double> slope) const {
        constexpr std::size_t few = 32;  // more take eigenvectors too long
        const Square covariance = map_.covariance(theta_, 1);
        return slope.size() <= few ? step_by_eigenvectors(covariance, slope)
                                   : step_by_elimination(covariance, slope);
    }
    double spread(std::span<const double> step) const { return score_spread(map_, step); }
    static double error(std::span<const double> slope) { return largest_magnitude(slope); }

  private:
    const TemperedMap& map_;
    std::vector<double> theta_;
};

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
    LikelihoodDual dual{map};
    return climb(dual, map.feature_count(), options);
}

}  // namespace drover::impl
