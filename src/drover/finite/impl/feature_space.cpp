#include <cmath>

#include <drover/finite/impl/feature_space.hpp>

namespace drover::impl {
namespace {

// sum_s (phi(s) - mean)(phi(s) - mean)' / states: the covariance at zero weights.
SymmetricEigen spread(const TemperedMap& map) {
    const std::vector<double> zero(map.feature_count());
    return symmetric_eigen(map.covariance(zero, 1), map.feature_count());
}

std::size_t rank(const std::vector<double>& values) {
    constexpr double negligible = 1e-14;
    std::size_t count = 0;
    for (const double value : values) count += value > negligible * values.front() ? 1 : 0;
    return count;
}

std::vector<double> difference(std::span<const double> a, std::span<const double> b) {
    std::vector<double> result(a.begin(), a.end());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] -= b[i];
    return result;
}

TemperedMap reduced_map(const TemperedMap& map, const FeatureSpace& space) {
    if (space.dimension == 0) return {RealStateTable{{0.0}}, {0}};
    std::vector<double> features;
    for (std::size_t s = 0; s < map.state_count(); ++s) {
        const auto row = space.project(difference(map.table().row(s), map.table().row(0)));
        features.insert(features.end(), row.begin(), row.end());
    }
    return {RealStateTable{features, space.dimension},
            space.project(difference(map.moments(), map.table().row(0)))};
}

double distance_off(const TemperedMap& map, const FeatureSpace& space) {
    const std::vector<double> along = difference(map.moments(), map.table().row(0));
    const std::vector<double> off = difference(along, space.lift(space.project(along)));
    double square = 0;
    for (const double entry : off) square += entry * entry;
    double size = map.feature_range();
    for (const double value : map.table().row(0)) size = std::max(size, std::abs(value));
    return std::sqrt(square) <= 1e-9 * size ? 0 : std::sqrt(square);
}

}  // namespace

std::vector<double> FeatureSpace::project(std::span<const double> weights) const {
    std::vector<double> result(dimension);
    for (std::size_t k = 0; k < dimension; ++k) {
        for (std::size_t a = 0; a < weights.size(); ++a)
            result[k] += basis[k * weights.size() + a] * weights[a];
    }
    return result;
}

std::vector<double> FeatureSpace::lift(std::span<const double> coordinates) const {
    const std::size_t n = dimension == 0 ? 0 : basis.size() / dimension;
    std::vector<double> result(n);
    for (std::size_t k = 0; k < dimension; ++k) {
        for (std::size_t a = 0; a < n; ++a) result[a] += basis[k * n + a] * coordinates[k];
    }
    return result;
}

FeatureSpace feature_space(const TemperedMap& map) {
    const std::size_t n = map.feature_count();
    const SymmetricEigen eigen = spread(map);
    FeatureSpace space{.dimension = rank(eigen.values), .map = map, .basis = {}, .off_distance = 0};
    if (space.dimension == n) {
        space.basis = identity(n);
        return space;
    }
    space.basis.assign(eigen.vectors.begin(),
                       eigen.vectors.begin() + static_cast<std::ptrdiff_t>(space.dimension * n));
    if (space.dimension > 0) space.off_distance = distance_off(map, space);
    space.map = reduced_map(map, space);
    return space;
}

}  // namespace drover::impl
