#pragma once

#include <string>
#include <vector>

#include <drover/finite/tempered.hpp>

namespace drover {

enum class LikelihoodStatus {
    found,
    boundary,  ///< the moments are on the boundary of the hull of the states: theta is infinite
    outside    ///< no distribution over the states has the moments
};

struct LikelihoodOptions {
    int max_iterations = 300;
};

/// Parameters theta of P(s) ~ exp(<theta, phi(s)>) whose moments are the given ones. T theta is the fixed
/// point of the tempered map at every temperature T.
struct MaximumLikelihood {
    LikelihoodStatus status = LikelihoodStatus::outside;
    std::vector<double> theta;  ///< of least norm where features depend on each other; empty unless found
    std::vector<double> covariance;  ///< of the features at theta, row by row; empty unless found
    double largest_eigenvalue = 0;   ///< of the covariance
    /// T_1 = largest_eigenvalue / 2: below it the fixed point is unstable. The derivative there is
    /// I - Cov / T, with the same Cov for every T, so that an eigenvalue passes -1.
    double first_threshold = 0;
    int iterations = 0;
};

/// Damped Newton's method on the log-likelihood, O(states * features^2 + features^3) per iteration. Moments
/// nearer to the boundary than about 1e-12 of the features' range count as on it.
MaximumLikelihood maximum_likelihood(const TemperedMap& map, const LikelihoodOptions& options = {});

/// One sentence for people.
std::string describe(LikelihoodStatus status);

}  // namespace drover
