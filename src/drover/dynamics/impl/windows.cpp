#include <algorithm>
#include <cmath>

#include <drover/dynamics/impl/extended.hpp>
#include <drover/dynamics/impl/windows.hpp>

namespace drover::dynamics::impl {
namespace {

constexpr std::int64_t longest_window = 128;

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

// The cycle of half the period that is stable just above its flip.
std::optional<Cycle> stable_above(const TemperedMap& map, const Branch& flip, std::int64_t period) {
    for (const double share : {1e-6, 1e-7, 1e-5, 1e-4}) {
        auto cycle = polish_cycle(map, flip.threshold->temperature * (1 + share), period, flip.last.point(0));
        if (cycle && cycle->is_stable()) return cycle;
    }
    return std::nullopt;
}

// Where the cycle begins and ends; from a doubled cycle up through the flips to the shortest one.
struct Ends {
    Cycle cycle;  // somewhere between them
    PeriodicWindow window;
};

Ends ends_of(const TemperedMap& map, Cycle cycle, const BifurcationOptions& options) {
    const auto steps = [&](const Cycle& from) {
        return FollowOptions{.first_step = 1e-5 * from.temperature, .control = options.control};
    };
    std::optional<Threshold> below;
    for (;;) {
        const Branch up = follow_cycle(map, cycle, *options.highest, steps(cycle));
        const bool is_doubled = up.threshold && up.threshold->kind == ThresholdKind::flip &&
                                2 * up.threshold->period == cycle.period;
        auto shorter = is_doubled ? stable_above(map, up, up.threshold->period) : std::nullopt;
        if (!shorter) {
            if (!below) below = follow_cycle(map, cycle, *options.lowest, steps(cycle)).threshold;
            const PeriodicWindow window{.period = cycle.period, .above = up.threshold, .below = below};
            return {std::move(cycle), window};
        }
        below = up.threshold;
        cycle = std::move(*shorter);
    }
}

// The cycle moved to a temperature where it is still stable.
std::optional<Cycle> moved_to(const TemperedMap& map, const Cycle& cycle, double temperature) {
    if (temperature == cycle.temperature) return cycle;
    const Branch branch = follow_cycle(
        map, cycle, temperature,
        {.first_step = std::min(1e-5 * cycle.temperature, 0.1 * std::abs(temperature - cycle.temperature))});
    if (branch.threshold || branch.is_lost) return std::nullopt;
    return branch.last;
}

// Orbits in extended numbers: beside the cycle they settle on it on its side of the end, and not beyond.
bool is_end(const TemperedMap& map, const Cycle& cycle, const Threshold& end, double reach) {
    const std::int64_t most_steps = std::min<std::int64_t>(20'000, 1'000 * cycle.period);
    const double side = cycle.temperature > end.temperature ? 1 : -1;
    const auto inside = moved_to(map, cycle, end.temperature + side * reach);
    if (!inside) return false;
    std::vector<double> start(inside->point(0).begin(), inside->point(0).end());
    for (std::size_t a = 0; a < start.size(); ++a)
        start[a] += 1e-6 * map.feature_range() / static_cast<double>(a + 1);
    return settles(map, inside->temperature, cycle.period, start, most_steps) &&
           !settles(map, end.temperature - side * reach, cycle.period, start, most_steps);
}

// Ends that no orbit confirms are dropped.
void confirm(const TemperedMap& map, const Ends& ends, double highest, double lowest,
             PeriodicWindow& window) {
    const double top = window.above ? window.above->temperature : highest;
    const double bottom = window.below ? window.below->temperature : lowest;
    const auto inside = moved_to(map, ends.cycle, (top + bottom) / 2);
    for (std::optional<Threshold>* end : {&window.above, &window.below}) {
        if (*end && (!inside || !is_end(map, *inside, **end, 0.02 * (top - bottom)))) end->reset();
    }
}

// A cycle with its ends in the wrong order is stable nowhere.
bool is_in_order(const Ends& ends) {
    const auto& [cycle, window] = ends;
    return !(window.above && window.above->temperature <= cycle.temperature) &&
           !(window.below && window.below->temperature >= cycle.temperature);
}

bool is_same(const PeriodicWindow& a, const PeriodicWindow& b) {
    const auto agree = [](const std::optional<Threshold>& x, const std::optional<Threshold>& y) {
        return x.has_value() == y.has_value() && (!x || std::abs(x->temperature - y->temperature) < 1e-9);
    };
    return a.period == b.period && agree(a.above, b.above) && agree(a.below, b.below);
}

// The route, where a sweep was on it and the first one was not.
bool is_on_route(const PeriodicWindow& window, const Route& route) {
    const std::size_t last = route.main_cascade();
    return window.below &&
           std::any_of(route.thresholds.begin(), route.thresholds.end(), [&](const Threshold& one) {
               return one.cascade <= last && one.period == window.below->period &&
                      std::abs(one.temperature - window.below->temperature) < 1e-9 * one.temperature;
           });
}

// Those that the route itself came to below its limit, then those that the sweeps saw longest.
std::vector<const Cycle*> window_cycles(const Route& route,
                                        const std::vector<std::vector<SweptAttractor>>& sweeps) {
    std::vector<const Cycle*> cycles;
    for (std::size_t k = route.main_cascade(); k < route.entries.size(); ++k)
        cycles.push_back(&route.entries[k]);
    const auto& main = route.cascades[route.main_cascade()];
    for (const Run& run : longest_runs(sweeps, main.limit.value_or(route.thresholds.back().temperature))) {
        if (run.cycle->period <= longest_window) cycles.push_back(run.cycle);
    }
    return cycles;
}

}  // namespace

std::vector<PeriodicWindow> find_windows(const TemperedMap& map, const Route& route,
                                         const std::vector<std::vector<SweptAttractor>>& sweeps,
                                         const BifurcationOptions& options) {
    std::vector<PeriodicWindow> windows;
    std::vector<PeriodicWindow> found;  // the same, before they were confirmed
    for (const Cycle* cycle : window_cycles(route, sweeps)) {
        if (windows.size() == options.max_windows || options.control.stop_requested()) break;
        const Ends ends = ends_of(map, *cycle, options);
        const bool is_known = std::any_of(found.begin(), found.end(), [&](const PeriodicWindow& other) {
            return is_same(ends.window, other);
        });
        if (is_known || !is_in_order(ends) || is_on_route(ends.window, route)) continue;
        found.push_back(ends.window);
        confirm(map, ends, *options.highest, *options.lowest, windows.emplace_back(ends.window));
    }
    std::sort(windows.begin(), windows.end(), [](const PeriodicWindow& a, const PeriodicWindow& b) {
        return a.below.value_or(Threshold{}).temperature > b.below.value_or(Threshold{}).temperature;
    });
    return windows;
}

}  // namespace drover::dynamics::impl
