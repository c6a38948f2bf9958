#pragma once

#include <complex>
#include <optional>
#include <span>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/finite/tempered.hpp>

namespace drover::dynamics {

/// A periodic orbit of the tempered map: F^period(w) = w, up to rounding.
struct Cycle {
    double temperature = 0;
    std::int64_t period = 0;
    std::vector<double> points;          ///< one row per point, in the order of the map
    std::vector<double> derivative;      ///< of F^period at the first point, rows after one another
    std::vector<double> by_temperature;  ///< of F^period at the first point
    std::vector<std::complex<double>> multipliers;  ///< eigenvalues of the derivative, largest modulus first

    std::size_t feature_count() const { return by_temperature.size(); }
    std::span<const double> point(std::size_t i) const {
        return std::span{points}.subspan(i * feature_count(), feature_count());
    }
    double spectral_radius() const { return std::abs(multipliers.front()); }
    bool is_stable() const { return spectral_radius() < 1; }
    /// ln(spectral radius) / period: the largest Lyapunov exponent of what it attracts.
    double exponent() const;
};

/// Newton's method on F^period(w) = w from `near`, or nothing where it does not converge, leaves the
/// neighbourhood, or finds a cycle of a proper divisor of the period. Stable and unstable cycles alike.
/// O(period * states * features^2) per iteration. The features must be independent (no cycle is isolated
/// otherwise).
std::optional<Cycle> polish_cycle(const TemperedMap& map, double temperature, std::int64_t period,
                                  std::span<const double> near);

struct CycleOptions {
    std::int64_t burn_in = 200;       ///< steps before the first look
    std::int64_t max_steps = 20'000;  ///< steps in total
    std::int64_t max_period = 1'024;
    RunControl control = {};  ///< checked every 256 steps; once it asks for a stop no cycle is found
};

/// The stable cycle that the orbit goes to, or nothing within the steps: it is then aperiodic, longer, or
/// slow. Recurrences propose periods, polish_cycle decides: no transient is waited out. Accepted if the
/// spectral radius is below 1 and the orbit comes nearer to the cycle.
std::optional<Cycle> find_cycle(TemperedHerder orbit, const CycleOptions& options = {});

}  // namespace drover::dynamics
