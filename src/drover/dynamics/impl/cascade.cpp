#include <algorithm>
#include <cmath>
#include <utility>

#include <drover/dynamics/impl/cascade.hpp>
#include <drover/finite/impl/small_matrix.hpp>

namespace drover::dynamics::impl {
namespace {

constexpr double feigenbaum = 4.66920160910299067;

// The cycle after a threshold, a little below it: the orbit starts beside the old cycle, along `push`.
std::optional<Cycle> attractor_below(const TemperedMap& map, const Cycle& old, std::span<const double> push,
                                     double distance, const RouteOptions& options) {
    const double temperature = old.temperature - distance;
    const double size = 0.1 * map.feature_range() * std::sqrt(distance / old.temperature);
    std::vector<double> start(old.point(0).begin(), old.point(0).end());
    for (std::size_t a = 0; a < start.size(); ++a) start[a] += size * push[a];
    return find_cycle(TemperedHerder{map, {.temperature = temperature, .start = start}},
                      {.burn_in = 16 * old.period,
                       .max_steps = 20'000 + 200 * old.period,
                       .max_period = options.max_period,
                       .control = options.control});
}

// Twice the period; nearer to the threshold where another attractor is found. Nothing: the flip gives birth
// to no stable cycle below it.
std::optional<Cycle> doubled(const TemperedMap& map, const Cycle& old, double distance,
                             RouteOptions options) {
    options.max_period = 2 * old.period;
    const std::vector<double> push = drover::impl::eigenvector(old.derivative, -1, old.feature_count());
    constexpr int most_tries = 6;
    for (int i = 0; i < most_tries; ++i) {
        auto cycle = attractor_below(map, old, push, distance, options);
        if (cycle && cycle->period == 2 * old.period) return cycle;
        distance /= 4;
    }
    return std::nullopt;
}

std::optional<Cycle> after(const TemperedMap& map, const Cycle& old, const Threshold& threshold, double gap,
                           const RouteOptions& options) {
    if (threshold.kind == ThresholdKind::flip) {
        if (auto cycle = doubled(map, old, 0.03 * gap, options)) return cycle;
    }
    Cycle at = old;
    at.temperature = threshold.temperature;
    const std::vector<double> push(old.feature_count(), 1.0);
    return attractor_below(map, at, push, 1e-3 * threshold.temperature, options);
}

class Follower {
  public:
    Follower(const TemperedMap& map, RouteOptions options) : map_{map}, options_{std::move(options)} {}

    Route run(Cycle cycle, const Threshold& first) {
        route_.cascades.push_back({.periods = {cycle.period}});
        route_.thresholds.push_back(first);
        double gap = 0.5 * first.temperature;
        constexpr std::size_t most_thresholds = 40;
        while (route_.thresholds.size() < most_thresholds) {
            const double temperature = route_.thresholds.back().temperature;
            const auto next = step_over(cycle, gap);
            if (!next) return route_;
            Branch branch = follow_cycle(
                map_, *next, options_.lowest,
                {.first_step = 0.25 * (temperature - next->temperature), .control = options_.control});
            if (!branch.threshold) {
                route_.end = branch.is_lost ? RouteEnd::lost : RouteEnd::goal;
                return route_;
            }
            route_.thresholds.push_back(*branch.threshold);
            route_.thresholds.back().cascade = route_.cascades.size() - 1;
            gap = temperature - branch.threshold->temperature;
            cycle = std::move(branch.last);
        }
        return route_;
    }

  private:
    // The next cycle, or nothing and the reason in `end`.
    std::optional<Cycle> step_over(const Cycle& cycle, double gap) {
        const Threshold& threshold = route_.thresholds.back();
        route_.end = RouteEnd::torus;
        if (threshold.kind == ThresholdKind::neimark_sacker) return std::nullopt;
        route_.end = RouteEnd::doubling;
        if (threshold.kind == ThresholdKind::flip && 2 * cycle.period > options_.max_period)
            return std::nullopt;
        auto next = after(map_, cycle, threshold, gap, options_);
        route_.end = next && next->temperature <= options_.lowest ? RouteEnd::goal : RouteEnd::aperiodic;
        if (!next || next->temperature <= options_.lowest) return std::nullopt;
        const bool doubles = threshold.kind == ThresholdKind::flip && next->period == 2 * cycle.period;
        if (!doubles) {
            route_.cascades.emplace_back();
            route_.entries.push_back(*next);
        }
        route_.cascades.back().periods.push_back(next->period);
        return next;
    }

    const TemperedMap& map_;
    RouteOptions options_;
    Route route_{};
};

}  // namespace

Route follow_route(const TemperedMap& map, std::span<const double> theta, double first_threshold,
                   const RouteOptions& options) {
    if (first_threshold <= options.lowest) return {.thresholds = {}, .cascades = {{.periods = {1}}}};
    std::vector<double> w(theta.begin(), theta.end());
    for (double& entry : w) entry *= first_threshold;
    auto derivatives = map.derivatives(w, first_threshold);
    Cycle fixed{.temperature = first_threshold,
                .period = 1,
                .points = w,
                .derivative = derivatives.by_weights,
                .by_temperature = derivatives.by_temperature,
                .multipliers = drover::impl::eigenvalues(derivatives.by_weights, w.size())};
    Route route = Follower{map, options}.run(std::move(fixed), {ThresholdKind::flip, 1, first_threshold});
    set_gap_ratios(route.thresholds);
    for (std::size_t k = 0; k < route.cascades.size(); ++k) {
        const auto [first, last] =
            std::equal_range(route.thresholds.begin(), route.thresholds.end(), Threshold{.cascade = k},
                             [](const Threshold& a, const Threshold& b) { return a.cascade < b.cascade; });
        const auto limit = accumulation_point({first, last});
        if (!limit) continue;
        route.cascades[k].limit = limit->limit;
        route.cascades[k].limit_error = limit->error;
    }
    return route;
}

void set_gap_ratios(std::vector<Threshold>& thresholds) {
    for (std::size_t i = 2; i < thresholds.size(); ++i) {
        const auto doubles = [&](std::size_t k) {
            return thresholds[k].kind == ThresholdKind::flip &&
                   thresholds[k - 1].kind == ThresholdKind::flip &&
                   thresholds[k].period == 2 * thresholds[k - 1].period;
        };
        if (!doubles(i) || !doubles(i - 1)) continue;
        thresholds[i].gap_ratio = (thresholds[i - 2].temperature - thresholds[i - 1].temperature) /
                                  (thresholds[i - 1].temperature - thresholds[i].temperature);
    }
}

std::size_t Route::main_cascade() const {
    const auto found = std::find_if(cascades.begin(), cascades.end(),
                                    [](const DoublingCascade& one) { return one.limit.has_value(); });
    return found == cascades.end() ? cascades.size() - 1 : static_cast<std::size_t>(found - cascades.begin());
}

std::optional<Accumulation> accumulation_point(std::span<const Threshold> thresholds) {
    const std::size_t n = thresholds.size();
    if (n < 4) return std::nullopt;
    for (const std::size_t i : {n - 1, n - 2}) {
        const auto ratio = thresholds[i].gap_ratio;
        if (!ratio || std::abs(*ratio / feigenbaum - 1) > 0.02) return std::nullopt;
    }
    const auto extrapolated = [&](std::size_t i) {
        const double last = thresholds[i].temperature;
        return last - (thresholds[i - 1].temperature - last) / (feigenbaum - 1);
    };
    const double limit = extrapolated(n - 1);
    // Thresholds are right to 12 digits.
    return Accumulation{limit, std::abs(limit - extrapolated(n - 2)) + 1e-12 * limit};
}

}  // namespace drover::dynamics::impl
