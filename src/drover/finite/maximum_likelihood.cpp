#include <cmath>

#include <drover/finite/impl/feature_space.hpp>
#include <drover/finite/impl/likelihood_climb.hpp>
#include <drover/finite/maximum_likelihood.hpp>

namespace drover {
namespace {

using impl::Climb;
using impl::FeatureSpace;

void judge(const TemperedMap& map, const Climb& climb, MaximumLikelihood& result) {
    result.iterations = climb.iterations;
    if (climb.last_spread < 1e-3 && impl::score_spread(map, climb.theta) < impl::far_spread) {
        result.status = LikelihoodStatus::found;
        return;
    }
    const double error = impl::largest_magnitude(impl::moment_gaps(map, climb.theta));
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
    const FeatureSpace space = impl::feature_space(map);
    if (space.dimension == 0) return trivial(map);
    MaximumLikelihood result;
    if (space.off_distance > 0) return result;
    const Climb top = impl::climb_likelihood(
        space.map, {.max_iterations = options.max_iterations, .max_spread = impl::far_spread});
    judge(space.map, top, result);
    if (result.status != LikelihoodStatus::found) return result;
    result.theta = space.lift(top.theta);
    result.covariance = map.covariance(result.theta, 1);
    result.largest_eigenvalue = impl::symmetric_eigen(result.covariance, map.feature_count()).values[0];
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
