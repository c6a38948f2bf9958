#include <algorithm>
#include <cmath>

#include <drover/finite/impl/feature_space.hpp>
#include <drover/finite/impl/likelihood_climb.hpp>
#include <drover/finite/maximum_entropy.hpp>
#include <drover/herd/record/divergence.hpp>

namespace drover {
namespace {

// Features measured from their moments, over their ranges: all moments are then 0 and of the same size.
struct Scaled {
    TemperedMap map;
    std::vector<double> ranges;
};

std::vector<double> ranges_of(const RealStateTable& table) {
    std::vector<double> ranges(table.feature_count());
    for (std::size_t a = 0; a < ranges.size(); ++a) {
        double low = table.row(0)[a];
        double high = low;
        for (std::size_t s = 1; s < table.state_count(); ++s) {
            low = std::min(low, table.row(s)[a]);
            high = std::max(high, table.row(s)[a]);
        }
        ranges[a] = high > low ? high - low : 1;
    }
    return ranges;
}

Scaled scale(const RealStateTable& table, std::span<const double> moments) {
    std::vector<double> ranges = ranges_of(table);
    std::vector<double> features;
    features.reserve(table.state_count() * moments.size());
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        for (std::size_t a = 0; a < moments.size(); ++a) {
            features.push_back((table.row(s)[a] - moments[a]) / ranges[a]);
        }
    }
    return {.map = {RealStateTable{std::move(features), moments.size()}, std::vector<double>(moments.size())},
            .ranges = std::move(ranges)};
}

void check_moments(std::size_t features, std::span<const double> moments) {
    check_input(features == moments.size(), [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "maximum_entropy"},
                       .text = "moments (" + std::to_string(moments.size()) + ") and features (" +
                               std::to_string(features) + ") must have the same size"};
    });
    for (std::size_t a = 0; a < moments.size(); ++a) {
        check_input(std::isfinite(moments[a]), [&] {
            return Problem{Fault::range,
                           {.key = "moment " + std::to_string(a + 1), .function = "maximum_entropy"},
                           "a finite number"};
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
    const auto [map, ranges] = scale(table, moments);
    const impl::FeatureSpace space = impl::feature_space(map);
    const impl::Climb climb = impl::climb_likelihood(
        space.map, {.max_iterations = options.max_iterations, .tolerance = options.tolerance});
    std::vector<double> theta =
        space.dimension == 0 ? std::vector<double>(moments.size()) : space.lift(climb.theta);
    std::vector<double> gaps = impl::moment_gaps(map, theta);
    MaximumEntropy result{.probabilities = map.probabilities(theta, 1)};
    result.entropy = entropy(result.probabilities);
    result.iterations = climb.iterations;
    result.converged = impl::largest_magnitude(gaps) <= options.tolerance;
    for (std::size_t a = 0; a < moments.size(); ++a) {
        gaps[a] *= ranges[a];
        theta[a] /= ranges[a];
    }
    result.largest_moment_error = impl::largest_magnitude(gaps);
    result.parameters = std::move(theta);
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
