#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>

#include <drover/learn/maximum_entropy.hpp>
#include <drover/record/divergence.hpp>

namespace drover {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Features measured from their moments, over their ranges: the dual is then ln sum_s exp(<theta, phi(s)>),
// its gradient the moment errors, and all moments are of the same size.
struct Scaled {
    MatrixXd phi;  // one row a state
    VectorXd ranges;
};

Scaled scale(const RealStateTable& table, std::span<const double> moments) {
    Scaled scaled{
        .phi = MatrixXd(static_cast<Index>(table.state_count()), static_cast<Index>(moments.size())),
        .ranges = {}};
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        const auto row = table.row(s);
        for (std::size_t a = 0; a < row.size(); ++a) {
            scaled.phi(static_cast<Index>(s), static_cast<Index>(a)) = row[a] - moments[a];
        }
    }
    scaled.ranges = (scaled.phi.colwise().maxCoeff() - scaled.phi.colwise().minCoeff()).transpose();
    scaled.ranges = (scaled.ranges.array() > 0).select(scaled.ranges, 1.0);
    scaled.phi *= scaled.ranges.cwiseInverse().asDiagonal();
    return scaled;
}

// The dual at theta, with what Newton needs.
struct Point {
    VectorXd theta;
    double value = 0;
    VectorXd p;
    VectorXd gradient;
};

Point point_at(const MatrixXd& phi, VectorXd theta) {
    Point point{.theta = std::move(theta), .value = 0, .p = {}, .gradient = {}};
    const VectorXd scores = phi * point.theta;
    const double top = scores.maxCoeff();
    point.p = (scores.array() - top).exp().matrix();
    const double sum = point.p.sum();
    point.value = top + std::log(sum);
    point.p /= sum;
    point.gradient = phi.transpose() * point.p;
    return point;
}

// The covariance of the features, with a ridge so small that it matters only where features depend on each
// other.
VectorXd newton_direction(const MatrixXd& phi, const Point& point) {
    const MatrixXd centred = phi.rowwise() - point.gradient.transpose();
    MatrixXd hessian = centred.transpose() * point.p.asDiagonal() * centred;
    hessian.diagonal().array() += 1e-14 * hessian.diagonal().maxCoeff() + 1e-300;
    return -hessian.ldlt().solve(point.gradient);
}

// Halves the step until the dual falls enough. Near the minimum its fall is below rounding: there a gradient
// that does not grow is enough.
bool descend(const MatrixXd& phi, Point& point) {
    const VectorXd direction = newton_direction(phi, point);
    const double slope = direction.dot(point.gradient);
    if (!(slope < 0) || !direction.allFinite()) return false;
    for (int halvings = 0; halvings < 40; ++halvings) {
        const double step = std::ldexp(1.0, -halvings);
        Point next = point_at(phi, point.theta + step * direction);
        const bool falls = next.value <= point.value + 1e-4 * step * slope;
        const bool flat = std::abs(next.value - point.value) <= 1e-13 * (1 + std::abs(point.value)) &&
                          next.gradient.norm() < point.gradient.norm();
        if (!falls && !flat) continue;
        point = std::move(next);
        return true;
    }
    return false;
}

std::vector<double> values_of(const VectorXd& vector) { return {vector.begin(), vector.end()}; }

void check_moments(std::size_t features, std::span<const double> moments) {
    check_input(features == moments.size(), [&] {
        return "maximum_entropy: moments (" + std::to_string(moments.size()) + ") and features (" +
               std::to_string(features) + ") must have the same size";
    });
    for (std::size_t a = 0; a < moments.size(); ++a) {
        check_input(std::isfinite(moments[a]), [&] {
            return "maximum_entropy: moment " + std::to_string(a + 1) + ": expected a finite number";
        });
    }
}

RealStateTable as_real(const StateTable& table) {
    std::vector<double> features;
    features.reserve(table.state_count() * table.feature_count());
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        for (const std::int64_t value : table.row(s)) features.push_back(static_cast<double>(value));
    }
    return {std::move(features), table.feature_count()};
}

}  // namespace

MaximumEntropy maximum_entropy(const RealStateTable& table, std::span<const double> moments,
                               const MaximumEntropyOptions& options) {
    check_moments(table.feature_count(), moments);
    const Scaled scaled = scale(table, moments);
    const auto reached = [&](const Point& point) {
        return point.gradient.lpNorm<Eigen::Infinity>() <= options.tolerance;
    };
    Point point = point_at(scaled.phi, VectorXd::Zero(scaled.phi.cols()));
    int iterations = 0;
    while (iterations < options.max_iterations && !reached(point) && descend(scaled.phi, point)) ++iterations;

    MaximumEntropy result{.probabilities = values_of(point.p),
                          .parameters = values_of(point.theta.cwiseQuotient(scaled.ranges))};
    result.entropy = entropy(result.probabilities);
    result.largest_moment_error = point.gradient.cwiseProduct(scaled.ranges).lpNorm<Eigen::Infinity>();
    result.iterations = iterations;
    result.converged = reached(point);
    return result;
}

MaximumEntropy maximum_entropy(const StateTable& table, std::span<const double> moments,
                               const MaximumEntropyOptions& options) {
    return maximum_entropy(as_real(table), moments, options);
}

MaximumEntropy maximum_entropy(const StateTable& table, const Moments& moments,
                               const MaximumEntropyOptions& options) {
    std::vector<double> means;
    for (std::size_t a = 0; a < moments.counts.size(); ++a) means.push_back(moments[a]);
    return maximum_entropy(table, means, options);
}

}  // namespace drover
