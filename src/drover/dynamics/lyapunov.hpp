#pragma once

#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/finite/tempered.hpp>

namespace drover::dynamics {

struct LyapunovOptions {
    std::int64_t burn_in = 1'000;
    std::int64_t steps = 1'000'000;  ///< after the burn-in
    std::size_t exponents = 0;       ///< how many, the largest; 0 means all
    RunControl control = {};         ///< checked every 1,024 steps; its progress counts steps
};

/// Growth rates of small differences, in nats per step, largest first. At temperature zero all are 0: the map
/// is a translation in every cone.
struct LyapunovSpectrum {
    std::vector<double> exponents;
    std::vector<double> errors;     ///< standard errors, from the means of 32 to 63 blocks of steps
    std::int64_t steps = 0;         ///< that were averaged: fewer than asked for if it was stopped
    std::vector<double> last = {};  ///< weights after the last step
};

/// The derivative I - Cov / T moves a frame along the orbit, made orthonormal after each step: the QR
/// decomposition by Gram and Schmidt, step by step. O(states * features^2 + features^2 * exponents) per step.
LyapunovSpectrum lyapunov_spectrum(const TemperedHerder& orbit, const LyapunovOptions& options = {});

}  // namespace drover::dynamics
