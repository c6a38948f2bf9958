#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/bifurcation.hpp>
#include <drover/dynamics/impl/cascade.hpp>
#include <drover/dynamics/impl/sweep.hpp>
#include <drover/dynamics/impl/windows.hpp>
#include <drover/finite/impl/feature_space.hpp>
#include <drover/number/error_text.hpp>

namespace drover::dynamics {
namespace {

using drover::impl::FeatureSpace;
using impl::Route;
using impl::SweptAttractor;

// 1 -> 2 -> 4 -> 8 -> ... -> 512: doublings past the third are abbreviated.
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
        case RouteEnd::doubling:
            break;
    }
    return " -> ... by period doubling, the end of which is not clear yet";
}

// Up to the first cascade with a limit: what follows below it are windows.
std::string route_text(const Route& route, double lowest) {
    std::vector<std::int64_t> periods;
    const std::size_t last = route.main_cascade();
    for (std::size_t k = 0; k <= last; ++k)
        periods.insert(periods.end(), route.cascades[k].periods.begin(), route.cascades[k].periods.end());
    const DoublingCascade& main = route.cascades[last];
    const bool is_followed = last + 1 < route.cascades.size();
    if (!main.limit || (route.end != RouteEnd::doubling && !is_followed))
        return period_text(periods) + end_text(route, lowest);
    return period_text(periods) + " -> ... by period doubling, which ends at T = " +
           with_error(*main.limit, main.limit_error.value_or(0));
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

// Near the fixed point at the highest temperature, and on either side of it, a feature's range away.
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

// Where the fixed point ends up when cooled slowly from above its threshold: on the route of the cascade.
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

void add_sweeps(const FeatureSpace& space, const std::vector<double>& theta, const Route& route,
                const BifurcationOptions& options, ThreadPool* pool, Bifurcation& result) {
    const auto temperatures = temperature_grid(*options.highest, *options.lowest, options.temperature_count);
    std::vector<std::vector<double>> starts;
    for (const auto& start : options.starts) starts.push_back(space.project(start));
    if (starts.empty()) {
        starts = usual_starts(space.map, theta, *options.highest);
        if (*options.highest < result.t_1) starts[0] = cooled(space.map, theta, result.t_1, *options.highest);
    }
    drover::impl::SharedProgress progress{options.control.progress};
    const impl::SweepOptions sweep_options{.cycles = {.burn_in = 200,
                                                      .max_steps = options.max_steps,
                                                      .max_period = options.max_period,
                                                      .control = options.control},
                                           .exponent_steps = options.exponent_steps,
                                           .point_count = options.point_count,
                                           .control = options.control,
                                           .progress = &progress};
    auto sweeps = impl::all_sweeps(space.map, temperatures, starts, sweep_options, pool);
    result.stopped = sweeps.empty() || options.control.stop_requested();
    if (result.stopped) return;
    const auto classes = impl::name_attractors(space.map, temperatures, sweeps[0], sweep_options, pool);
    result.stopped = options.control.stop_requested();
    if (result.stopped) return;
    for (std::size_t i = 0; i < temperatures.size(); ++i) {
        const SweptAttractor& first = sweeps[0][i];
        PeriodAt& at = result.periods.emplace_back();
        at.temperature = temperatures[i];
        if (first.cycle) at.period = first.cycle->period;
        at.kind = classes[i].kind;
        at.spectrum = classes[i].spectrum.exponents;
        at.spectrum_errors = classes[i].spectrum.errors;
        at.lyapunov = at.spectrum.front();
        at.rotation = classes[i].rotation;
        at.other_periods = other_periods(sweeps, i);
        at.points = lifted_points(space, first.points);
    }
    if (result.thresholds.empty()) return;
    result.windows = impl::find_windows(space.map, route, sweeps, options);
    result.stopped = options.control.stop_requested();
}

BifurcationOptions completed(const TemperedMap& map, BifurcationOptions options, double first_threshold) {
    const double usual = first_threshold > 0 ? first_threshold : 1;
    options.highest = options.highest.value_or(1.1 * usual);
    options.lowest = options.lowest.value_or(0.2 * usual);
    check_temperature(*options.highest);
    check_temperature(*options.lowest);
    check_input(*options.lowest <= *options.highest, [&] {
        return Problem{.fault = Fault::other,
                       .place = {.function = "bifurcation"},
                       .text = "lowest temperature " + shortest(*options.lowest) + " is above the highest " +
                               shortest(*options.highest)};
    });
    const std::int64_t least = std::min(options.max_steps, options.point_count);
    check_input(least >= 0, [&] {
        return Problem{Fault::range,
                       {.function = "bifurcation"},
                       "max_steps and a point_count of at least 0",
                       std::to_string(least)};
    });
    for (const auto& start : options.starts) {
        check_input(start.size() == map.feature_count(), [&] {
            return Problem{.fault = Fault::range,
                           .place = {.function = "bifurcation"},
                           .text = "start (" + std::to_string(start.size()) + ") and features (" +
                                   std::to_string(map.feature_count()) + ") must have the same size"};
        });
    }
    return options;
}

}  // namespace

std::string name(RouteEnd end) {
    constexpr std::array names{"goal", "doubling", "torus", "aperiodic", "lost"};
    return names[static_cast<std::size_t>(end)];
}

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
    const FeatureSpace space = drover::impl::feature_space(map);
    if (space.dimension == 0) {
        result.route = "1 at every temperature: all states are equal";
        return result;
    }
    const std::vector<double> theta = space.project(likelihood.theta);
    const Route route = impl::follow_route(
        space.map, theta, likelihood.first_threshold,
        {.lowest = *complete.lowest, .max_period = complete.max_period, .control = complete.control});
    result.stopped = complete.control.stop_requested();
    if (result.stopped) return result;
    result.thresholds = route.thresholds;
    result.cascades = route.cascades;
    const DoublingCascade& main = route.cascades[route.main_cascade()];
    result.t_inf = main.limit;
    result.t_inf_error = main.limit_error;
    result.end = main.limit ? RouteEnd::doubling : route.end;
    result.route = route_text(route, *complete.lowest);
    add_sweeps(space, theta, route, complete, pool, result);
    return result;
}

}  // namespace drover::dynamics
