#pragma once

#include <vector>

#include <drover/herd/tempered.hpp>

namespace drover {

struct LyapunovOptions {
    std::int64_t burn_in = 1'000;
    std::int64_t steps = 10'000;  ///< after the burn-in
    std::size_t exponents = 0;    ///< how many, the largest; 0 means all
};

/// Growth rates of small differences, in nats a step, largest first. At temperature zero all are 0: the map
/// is a translation in every cone.
struct LyapunovSpectrum {
    std::vector<double> exponents;
    std::vector<double> errors;  ///< standard errors from the spread over ten stretches of the orbit
    std::int64_t steps = 0;
};

/// The derivative I - Cov / T moves a frame along the orbit, made orthonormal after each step (Gram-Schmidt).
/// O(states * features^2 + features^2 * exponents) a step.
LyapunovSpectrum lyapunov_spectrum(TemperedHerder orbit, const LyapunovOptions& options = {});

}  // namespace drover
