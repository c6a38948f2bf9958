#pragma once

#include <optional>
#include <string>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/dynamics/attractor_kind.hpp>
#include <drover/dynamics/thresholds.hpp>
#include <drover/finite/maximum_likelihood.hpp>

namespace drover::dynamics {

struct BifurcationOptions {
    std::optional<double> highest = std::nullopt;  ///< temperature; 1.1 T_1 unless given
    std::optional<double> lowest = std::nullopt;   ///< 0.2 T_1 unless given
    std::size_t temperature_count = 200;
    /// Of the sweeps. Unless given: the fixed point, cooled down to `highest`, and two points beside it.
    std::vector<std::vector<double>> starts = {};
    std::int64_t max_period = 512;
    std::int64_t max_steps = 6'000;           ///< for a cycle at each temperature of a sweep
    std::int64_t exponent_steps = 1'000'000;  ///< for the Lyapunov exponents where there is no cycle
    std::int64_t point_count = 100;  ///< of the attractor at each temperature where there is no cycle
    std::size_t max_windows = 8;
    RunControl control = {};  ///< checked before each attractor and window; its progress counts attractors

    /// How many attractors the run looks for: three sweeps per start, and the first sweep once more, to
    /// classify its attractors.
    std::int64_t attractor_count() const {
        const std::size_t sweeps = 1 + 3 * (starts.empty() ? 3 : starts.size());
        return static_cast<std::int64_t>(sweeps * temperature_count);
    }
};

/// What the sweep from high to low temperatures found from the first start.
struct PeriodAt {
    double temperature = 0;
    std::optional<std::int64_t> period =
        std::nullopt;  ///< nothing: aperiodic, longer than max_period, or slow
    AttractorKind kind = AttractorKind::undecided;
    double lyapunov = 0;  ///< the largest exponent, in nats per step
    /// All of them, largest first, along the directions in which the states differ; of a cycle exact.
    std::vector<double> spectrum = {};
    std::vector<double> spectrum_errors = {};  ///< standard errors
    std::optional<TorusRotation> rotation = std::nullopt;
    std::vector<std::int64_t> other_periods =
        {};  ///< from other starts, sweeping up, or from a fresh start; 0 for no cycle
    std::vector<double> points = {};  ///< of the attractor, one row per point: for a picture
};

/// A stable cycle below the cascade or beside it, as far as it is stable.
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
    /// How far the limit is from the one that the flips without the last give: an upper bound in practice.
    std::optional<double> limit_error = std::nullopt;
};

/// How the route from the fixed point ends.
enum class RouteEnd {
    goal,       ///< at the lowest temperature: the last cycle is still stable there
    doubling,   ///< the period doubles on and on, to the limit of a cascade or to max_period
    torus,      ///< by a Neimark-Sacker threshold
    aperiodic,  ///< no cycle is found below the last threshold
    lost        ///< no threshold is found where the last cycle ends
};
std::string name(RouteEnd end);  ///< goal, doubling, torus, aperiodic, lost

struct Bifurcation {
    LikelihoodStatus status = LikelihoodStatus::outside;
    std::vector<double> theta_mle = {};  ///< empty without a fixed point; the rest is then empty, too
    double t_1 = 0;                      ///< above it the fixed point is stable; 0: at every temperature
    double highest = 0;                  ///< the temperatures of the sweep
    double lowest = 0;
    std::vector<Threshold> thresholds = {};  ///< of the attractor that begins as the fixed point, as T falls
    /// Cut where the period does not double. Up to the first that has a limit they are the route; those after
    /// it are windows below the limit, and are among `windows`, too.
    std::vector<DoublingCascade> cascades = {};
    std::optional<double> t_inf = std::nullopt;        ///< the limit of the first cascade that has one
    std::optional<double> t_inf_error = std::nullopt;  ///< its limit_error
    std::string route = {};                            ///< as text: 1 -> 2 -> 4 -> ..., 1 -> 2 -> torus
    RouteEnd end = RouteEnd::goal;                     ///< of the route
    std::vector<PeriodAt> periods = {};
    std::vector<PeriodicWindow> windows = {};
    bool stopped = false;  ///< before the end: then there are no periods, or not all windows
};

/// The attractors of the tempered map as the temperature falls. The fixed point and its threshold are exact,
/// the cycles after it are followed from one threshold to the next; sweeps down and up, each temperature
/// starting where the one before ended, show the rest. Features that depend on each other are no
/// obstacle. The same result for any number of threads. Chen & Welling 2016, "Learning MRFs with Herding",
/// the figure on attractor bifurcation.
Bifurcation bifurcation(const TemperedMap& map, const BifurcationOptions& options = {},
                        ThreadPool* pool = nullptr);

}  // namespace drover::dynamics
