#pragma once

#include <optional>
#include <string>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/dynamics/maximum_likelihood.hpp>
#include <drover/dynamics/thresholds.hpp>

namespace drover {

struct BifurcationOptions {
    std::optional<double> highest = std::nullopt;  ///< temperature; 1.1 T_1 unless given
    std::optional<double> lowest = std::nullopt;   ///< 0.2 T_1 unless given
    std::size_t temperature_count = 200;
    /// Of the sweeps. Unless given: the fixed point, cooled down to `highest`, and two points beside it.
    std::vector<std::vector<double>> starts = {};
    std::int64_t max_period = 512;
    std::int64_t max_steps = 6'000;       ///< for a cycle at each temperature of a sweep
    std::int64_t exponent_steps = 2'000;  ///< for the Lyapunov exponent where there is no cycle
    std::int64_t point_count = 100;       ///< of the attractor at each temperature where there is no cycle
    std::size_t max_windows = 8;
    RunControl control = {};  ///< looked at before each attractor and window, and told the attractors found

    /// How many attractors the sweeps look for: three sweeps a start.
    std::int64_t attractor_count() const {
        const std::size_t sweeps = 3 * (starts.empty() ? 3 : starts.size());
        return static_cast<std::int64_t>(sweeps * temperature_count);
    }
};

/// What the sweep from high to low temperatures found from the first start.
struct PeriodAt {
    double temperature = 0;
    std::optional<std::int64_t> period =
        std::nullopt;                              ///< nothing: aperiodic, longer than max_period, or slow
    double lyapunov = 0;                           ///< the largest exponent, in nats a step
    std::vector<std::int64_t> other_periods = {};  ///< of other starts, upwards, or anew; 0 for no cycle
    std::vector<double> points = {};               ///< of the attractor, one row a point: for a picture
};

/// A stable cycle of period at most 128 below the cascade or beside it, as far as it is stable.
struct PeriodicWindow {
    std::int64_t period = 0;
    std::optional<Threshold> above = std::nullopt;  ///< where it begins, usually a fold
    std::optional<Threshold> below = std::nullopt;  ///< where the cycle loses stability as T falls
};

/// Stable cycles after one another on the route, each of twice the period of the one before.
struct DoublingCascade {
    std::vector<std::int64_t> periods;
    /// Where its flips accumulate: T_n - (T_{n-1} - T_n) / (4.6692 - 1). Only if the last two gap ratios are
    /// within 2 % of 4.6692.
    std::optional<double> limit = std::nullopt;
};

struct Bifurcation {
    LikelihoodStatus status = LikelihoodStatus::outside;
    std::vector<double> theta_mle = {};  ///< empty without a fixed point; the rest is then empty, too
    double t_1 = 0;                      ///< above it the fixed point is stable; 0: at every temperature
    double highest = 0;                  ///< the temperatures of the sweep
    double lowest = 0;
    std::vector<Threshold> thresholds = {};  ///< of the attractor that begins as the fixed point, as T falls
    /// The route, cut where the period does not double: where a cascade was left, or a cycle vanished.
    std::vector<DoublingCascade> cascades = {};
    std::optional<double> t_inf = std::nullopt;  ///< the limit of the first cascade that has one
    std::string route = {};                      ///< in words: 1 -> 2 -> 4 -> ..., 1 -> 2 -> torus
    std::vector<PeriodAt> periods = {};
    std::vector<PeriodicWindow> windows = {};
    bool stopped = false;  ///< before the end: then there are no periods, or not all windows
};

/// The attractors of the tempered map as the temperature falls. The fixed point and its threshold are exact,
/// the cycles after it are followed from one threshold to the next; sweeps down and up, each temperature
/// going on from where the one before ended, show the rest. Features that depend on each other are no
/// obstacle. The same result for any number of threads. Chen & Welling 2016, "Learning MRFs with Herding",
/// the figure on attractor bifurcation.
Bifurcation bifurcation(const TemperedMap& map, const BifurcationOptions& options = {},
                        ThreadPool* pool = nullptr);

}  // namespace drover
