#include <algorithm>
#include <cmath>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/bifurcation.hpp>
#include <drover/dynamics/cascade_detail.hpp>
#include <drover/dynamics/feature_space_detail.hpp>
#include <drover/dynamics/sweep_detail.hpp>

namespace drover {
namespace {

using detail::FeatureSpace;
using detail::Route;
using detail::RouteEnd;
using detail::SweptAttractor;

// 1 -> 2 -> 4 -> 8 -> ... -> 512: doublings past the third are not spelt out.
std::string period_text(const std::vector<std::int64_t>& periods) {
    std::string text;
    bool is_skipping = false;
    for (std::size_t i = 0; i < periods.size(); ++i) {
        const bool doubles =
            i > 3 && periods[i] == 2 * periods[i - 1] && periods[i - 1] == 2 * periods[i - 2];
        const bool is_inner = doubles && i + 1 < periods.size() && periods[i + 1] == 2 * periods[i];
        if (!is_inner) text += (i == 0 ? "" : " -> ") + std::to_string(periods[i]);
        if (is_inner && !is_skipping) text += " -> ...";
        is_skipping = is_inner;
    }
    return text;
}

std::string end_text(const Route& route, double lowest) {
    switch (route.end) {
        case RouteEnd::goal:
            return " down to T = " + rounded(lowest);
        case RouteEnd::torus:
            return " -> torus";
        case RouteEnd::aperiodic:
            return " -> no cycle found";
        case RouteEnd::lost:
            return " -> lost: no threshold found where the cycle ends";
        case RouteEnd::period_limit:
            break;
    }
    return " -> ... by period doubling, the end of which is not clear yet";
}

// What follows a cascade with a limit is no step of it.
std::string route_text(const Route& route, double lowest) {
    std::string text;
    std::vector<std::int64_t> periods;
    for (const DoublingCascade& cascade : route.cascades) {
        periods.insert(periods.end(), cascade.periods.begin(), cascade.periods.end());
        const bool is_last = &cascade == &route.cascades.back();
        const bool is_endless = cascade.limit && (!is_last || route.end == RouteEnd::period_limit);
        if (!is_endless && !is_last) continue;
        text += period_text(std::exchange(periods, {}));
        text += is_endless ? " -> ... by period doubling, which ends at T = " + rounded(*cascade.limit)
                           : end_text(route, lowest);
        if (!is_last) text += "; then ";
    }
    return text;
}

std::vector<double> temperature_grid(double highest, double lowest, std::size_t count) {
    std::vector<double> grid;
    for (std::size_t i = 0; i < count; ++i) {
        const double share = count == 1 ? 0 : static_cast<double>(i) / static_cast<double>(count - 1);
        grid.push_back(highest + share * (lowest - highest));
    }
    if (count > 1) grid.back() = lowest;
    return grid;
}

// Near the fixed point at the highest temperature, and on two sides of it a feature's range away.
std::vector<std::vector<double>> usual_starts(const TemperedMap& map, std::span<const double> theta,
                                              double temperature) {
    std::vector<std::vector<double>> starts;
    for (const double side : {0.02, 0.5, -0.5}) {
        auto& start = starts.emplace_back();
        for (std::size_t a = 0; a < theta.size(); ++a) {
            const double sign = side > 0.1 && a % 2 == 1 ? -1 : 1;
            start.push_back(temperature * theta[a] + sign * side * map.feature_range());
        }
    }
    return starts;
}

// Where the fixed point ends up that is cooled from above its threshold, slowly: on the route of the cascade.
std::vector<double> cooled(const TemperedMap& map, std::span<const double> theta, double first_threshold,
                           double temperature) {
    constexpr std::size_t temperature_count = 200;
    constexpr int steps = 500;
    const double above = 1.02 * first_threshold;
    TemperedHerder orbit{map, {.temperature = above, .start = usual_starts(map, theta, above).front()}};
    for (const double next : temperature_grid(above, temperature, temperature_count)) {
        orbit.set_temperature(next);
        for (int t = 0; t < steps; ++t) orbit.step();
    }
    const auto w = orbit.current().weights;
    return {w.begin(), w.end()};
}

std::vector<std::int64_t> other_periods(const std::vector<std::vector<SweptAttractor>>& sweeps,
                                        std::size_t i) {
    const auto period = [&](std::size_t k) { return sweeps[k][i].cycle ? sweeps[k][i].cycle->period : 0; };
    std::vector<std::int64_t> others;
    for (std::size_t k = 1; k < sweeps.size(); ++k) {
        if (period(k) != period(0)) others.push_back(period(k));
    }
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    return others;
}

std::vector<double> lifted_points(const FeatureSpace& space, const std::vector<double>& points) {
    std::vector<double> result;
    for (std::size_t i = 0; i < points.size(); i += space.dimension) {
        const auto w = space.lift(std::span{points}.subspan(i, space.dimension));
        result.insert(result.end(), w.begin(), w.end());
    }
    return result;
}

struct Run {
    const Cycle* cycle = nullptr;  // in the middle
    std::size_t count = 0;
};

// Runs of equal periods of sweep k that are not the cascade itself: below `top` in the first sweep, where the
// period is another than in the first sweep in the others.
void add_runs(const std::vector<std::vector<SweptAttractor>>& sweeps, std::size_t k, double top,
              std::vector<Run>& runs) {
    const auto period = [&](std::size_t j, std::size_t i) {
        return sweeps[j][i].cycle ? sweeps[j][i].cycle->period : 0;
    };
    const auto is_inside = [&](std::size_t i) {
        return period(k, i) > 0 &&
               (k == 0 ? sweeps[k][i].cycle->temperature < top : period(k, i) != period(0, i));
    };
    for (std::size_t first = 0; first < sweeps[k].size();) {
        std::size_t end = first + 1;
        if (is_inside(first)) {
            while (end < sweeps[k].size() && is_inside(end) && period(k, end) == period(k, first)) ++end;
            runs.push_back({&*sweeps[k][(first + end) / 2].cycle, end - first});
        }
        first = end;
    }
}

std::vector<Run> longest_runs(const std::vector<std::vector<SweptAttractor>>& sweeps, double top) {
    std::vector<Run> runs;
    for (std::size_t k = 0; k < sweeps.size(); ++k) add_runs(sweeps, k, top, runs);
    std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.count > b.count; });
    return runs;
}

// Where the window of the cycle begins and ends; from a doubled cycle up through the flips to the shortest
// one.
PeriodicWindow window_of(const TemperedMap& map, const Cycle& found, const BifurcationOptions& options) {
    Cycle cycle = found;
    PeriodicWindow window{.period = cycle.period};
    const FollowOptions steps{.first_step = 1e-5 * cycle.temperature, .control = options.control};
    for (;;) {
        Branch up = follow_cycle(map, cycle, *options.highest, steps);
        const bool is_doubled = up.threshold && up.threshold->kind == ThresholdKind::flip &&
                                2 * up.threshold->period == cycle.period;
        window.above = is_doubled ? std::nullopt : up.threshold;
        if (!is_doubled) break;
        window.period = up.threshold->period;
        window.below = up.threshold;
        auto shorter =
            polish_cycle(map, up.threshold->temperature * (1 + 1e-6), window.period, up.last.point(0));
        if (!shorter || !shorter->is_stable()) break;
        cycle = std::move(*shorter);
    }
    if (!window.below) window.below = follow_cycle(map, found, *options.lowest, steps).threshold;
    return window;
}

constexpr std::int64_t longest_window = 128;

bool is_same(const PeriodicWindow& a, const PeriodicWindow& b) {
    const auto agree = [](const std::optional<Threshold>& x, const std::optional<Threshold>& y) {
        return x.has_value() == y.has_value() && (!x || std::abs(x->temperature - y->temperature) < 1e-9);
    };
    return a.period == b.period && agree(a.above, b.above) && agree(a.below, b.below);
}

// The route, where a sweep was on it and the first one was not.
bool is_on_route(const PeriodicWindow& window, const std::vector<Threshold>& thresholds) {
    return window.below && std::any_of(thresholds.begin(), thresholds.end(), [&](const Threshold& one) {
               return one.period == window.below->period &&
                      std::abs(one.temperature - window.below->temperature) < 1e-9 * one.temperature;
           });
}

std::vector<PeriodicWindow> find_windows(const TemperedMap& map,
                                         const std::vector<std::vector<SweptAttractor>>& sweeps,
                                         const Bifurcation& route, const BifurcationOptions& options) {
    const double top = route.t_inf.value_or(route.thresholds.back().temperature);
    std::vector<PeriodicWindow> windows;
    for (const Run& run : longest_runs(sweeps, top)) {
        if (windows.size() == options.max_windows || options.control.stop_requested()) break;
        if (run.cycle->period > longest_window) continue;
        const PeriodicWindow window = window_of(map, *run.cycle, options);
        const bool is_known = std::any_of(windows.begin(), windows.end(), [&](const PeriodicWindow& other) {
            return is_same(window, other);
        });
        if (!is_known && !is_on_route(window, route.thresholds)) windows.push_back(window);
    }
    std::sort(windows.begin(), windows.end(), [](const PeriodicWindow& a, const PeriodicWindow& b) {
        return a.below.value_or(Threshold{}).temperature > b.below.value_or(Threshold{}).temperature;
    });
    return windows;
}

void add_sweeps(const FeatureSpace& space, const std::vector<double>& theta, double first_threshold,
                const BifurcationOptions& options, ThreadPool* pool, Bifurcation& result) {
    const auto temperatures = temperature_grid(*options.highest, *options.lowest, options.temperature_count);
    std::vector<std::vector<double>> starts;
    for (const auto& start : options.starts) starts.push_back(space.project(start));
    if (starts.empty()) {
        starts = usual_starts(space.map, theta, *options.highest);
        if (*options.highest < first_threshold)
            starts[0] = cooled(space.map, theta, first_threshold, *options.highest);
    }
    const detail::SweepOptions sweep_options{.cycles = {.burn_in = 200,
                                                        .max_steps = options.max_steps,
                                                        .max_period = options.max_period,
                                                        .control = options.control},
                                             .exponent_steps = options.exponent_steps,
                                             .point_count = options.point_count,
                                             .control = options.control};
    const auto sweeps = detail::all_sweeps(space.map, temperatures, starts, sweep_options, pool);
    result.stopped = sweeps.empty() || options.control.stop_requested();
    if (result.stopped) return;
    for (std::size_t i = 0; i < temperatures.size(); ++i) {
        const SweptAttractor& first = sweeps[0][i];
        PeriodAt& at = result.periods.emplace_back();
        at.temperature = temperatures[i];
        if (first.cycle) at.period = first.cycle->period;
        at.lyapunov = first.exponent;
        at.other_periods = other_periods(sweeps, i);
        at.points = lifted_points(space, first.points);
    }
    if (result.thresholds.empty()) return;
    result.windows = find_windows(space.map, sweeps, result, options);
    result.stopped = options.control.stop_requested();
}

BifurcationOptions completed(const TemperedMap& map, BifurcationOptions options, double first_threshold) {
    const double usual = first_threshold > 0 ? first_threshold : 1;
    options.highest = options.highest.value_or(1.1 * usual);
    options.lowest = options.lowest.value_or(0.2 * usual);
    check_temperature(*options.highest);
    check_temperature(*options.lowest);
    check_input(*options.lowest <= *options.highest, [&] {
        return "bifurcation: lowest temperature " + shortest(*options.lowest) + " is above the highest " +
               shortest(*options.highest);
    });
    for (const auto& start : options.starts) {
        check_input(start.size() == map.feature_count(), [&] {
            return "bifurcation: start (" + std::to_string(start.size()) + ") and features (" +
                   std::to_string(map.feature_count()) + ") must have the same size";
        });
    }
    return options;
}

}  // namespace

Bifurcation bifurcation(const TemperedMap& map, const BifurcationOptions& options, ThreadPool* pool) {
    const MaximumLikelihood likelihood = maximum_likelihood(map);
    const BifurcationOptions complete = completed(map, options, likelihood.first_threshold);
    Bifurcation result{.status = likelihood.status,
                       .theta_mle = likelihood.theta,
                       .t_1 = likelihood.first_threshold,
                       .highest = *complete.highest,
                       .lowest = *complete.lowest};
    if (likelihood.status != LikelihoodStatus::found) {
        result.route = describe(likelihood.status);
        return result;
    }
    const FeatureSpace space = detail::feature_space(map);
    if (space.dimension == 0) {
        result.route = "1 at every temperature: all states are equal";
        return result;
    }
    const std::vector<double> theta = space.project(likelihood.theta);
    const Route route = detail::follow_route(
        space.map, theta, likelihood.first_threshold,
        {.lowest = *complete.lowest, .max_period = complete.max_period, .control = complete.control});
    result.stopped = complete.control.stop_requested();
    if (result.stopped) return result;
    result.thresholds = route.thresholds;
    result.cascades = route.cascades;
    const auto endless = std::find_if(route.cascades.begin(), route.cascades.end(),
                                      [](const DoublingCascade& one) { return one.limit.has_value(); });
    if (endless != route.cascades.end()) result.t_inf = endless->limit;
    result.route = route_text(route, *complete.lowest);
    add_sweeps(space, theta, likelihood.first_threshold, complete, pool, result);
    return result;
}

}  // namespace drover
