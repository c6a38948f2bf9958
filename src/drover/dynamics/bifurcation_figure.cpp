#include <algorithm>
#include <cmath>

#include <drover/core/number_text.hpp>
#include <drover/dynamics/bifurcation_figure.hpp>
#include <drover/dynamics/density_raster.hpp>
#include <drover/plot/impl/axis.hpp>
#include <drover/report/impl/html_page.hpp>

namespace drover::dynamics {
namespace {

constexpr const char* cycle_colour = "#0072b2";
constexpr const char* other_colour = "#d55e00";
constexpr double beside = 66;  // pixels left of temperatures, so that those of all panels are aligned

std::string weight_of(const BifurcationFigureOptions& options, std::size_t feature) {
    return "weight of " + (feature < options.feature_names.size() ? options.feature_names[feature]
                                                                  : std::to_string(feature + 1));
}

void add_thresholds(Chart& chart, const Bifurcation& found, const PlaneWindow& window) {
    std::string name = "thresholds of the route from the fixed point";
    for (const Threshold& threshold : found.thresholds) {
        const double t = threshold.temperature;
        if (t < window.left || t > window.right) continue;
        chart.series.push_back(
            {.name = name, .x = {t, t}, .y = {window.bottom, window.top}, .mark = Mark::reference});
        name.clear();
    }
}

Chart diagram(const Bifurcation& found, const PointDensity& density,
              const BifurcationFigureOptions& options) {
    Chart chart = density_chart(density, {cycle_colour, other_colour});
    chart.title = "Attractors of the weights over the temperature";
    chart.x.label = "temperature T";
    chart.y.label = weight_of(options, 0);
    chart.height = 480;
    chart.left = beside;
    add_thresholds(chart, found, density.window());
    chart.series.push_back({.name = "on a cycle", .mark = Mark::points, .colour = cycle_colour});
    chart.series.push_back({.name = "no cycle found", .mark = Mark::points, .colour = other_colour});
    return chart;
}

AxisRange temperatures(const Bifurcation& found, const std::optional<PointDensity>& density) {
    if (density) return {density->window().left, density->window().right};
    return {found.lowest, found.highest};
}

Chart period_chart(const Bifurcation& found, AxisRange range, const BifurcationFigureOptions& options) {
    Chart chart{.title = "Period",
                .x = {.label = "temperature T", .range = range},
                .y = {.label = "period", .scale = Scale::log, .include = {1, 2}},
                .left = beside,
                .height = 280};
    Series periods{.mark = Mark::points, .colour = cycle_colour};
    std::size_t missing = 0;
    for (const PeriodAt& at : found.periods) {
        if (at.temperature < range.low || at.temperature > range.high) continue;
        if (!at.period) {
            ++missing;
            continue;
        }
        periods.x.push_back(at.temperature);
        periods.y.push_back(static_cast<double>(*at.period));
    }
    if (missing > 0)
        chart.note = "No cycle of at most " + std::to_string(options.max_period) + " steps found at " +
                     std::to_string(missing) + " temperatures";
    chart.series.push_back(std::move(periods));
    return chart;
}

Chart exponent_chart(const Bifurcation& found, AxisRange range) {
    Chart chart{.title = "Largest Lyapunov exponent",
                .x = {.label = "temperature T", .range = range},
                .y = {.label = "nats a step", .include = {0}},
                .series = {{.x = {range.low, range.high}, .y = {0, 0}, .mark = Mark::reference}},
                .left = beside,
                .height = 280};
    Series line{.colour = cycle_colour};
    for (const PeriodAt& at : found.periods) {
        if (!std::isfinite(at.lyapunov)) continue;
        line.x.push_back(at.temperature);
        line.y.push_back(std::max(at.lyapunov, -1.0));  // far below 0 is as good as -1
    }
    chart.series.push_back(std::move(line));
    return chart;
}

// From high to low temperatures: the first of each period of the route, and one without a cycle.
std::vector<const PeriodAt*> chosen(const Bifurcation& found) {
    constexpr std::size_t most = 5;
    std::vector<const PeriodAt*> all;
    for (const PeriodAt& at : found.periods) all.push_back(&at);
    std::sort(all.begin(), all.end(),
              [](const PeriodAt* a, const PeriodAt* b) { return a->temperature > b->temperature; });
    std::vector<const PeriodAt*> picked;
    for (std::size_t k = 0; k < all.size() && picked.size() < most;) {
        std::size_t end = k;
        while (end < all.size() && all[end]->period == all[k]->period) ++end;
        const PeriodAt* middle = all[k + (end - k) / 2];
        const bool is_new = std::none_of(picked.begin(), picked.end(), [&](const PeriodAt* other) {
            return other->period == middle->period;
        });
        if (is_new && !middle->points.empty()) picked.push_back(middle);
        k = end;
    }
    return picked;
}

Series attractor_points(const TemperedMap& map, const PeriodAt& at, std::size_t place) {
    constexpr std::int64_t aperiodic_points = 2'000;
    Series series{.name = "T = " + rounded(at.temperature, 3) + ": " +
                          (at.period ? std::to_string(*at.period) + (*at.period == 1 ? " point" : " points")
                                     : "no cycle"),
                  .mark = Mark::points,
                  .colour = series_colour(place)};
    const std::size_t n = map.feature_count();
    std::vector<double> w(at.points.begin(), at.points.begin() + static_cast<std::ptrdiff_t>(n));
    std::vector<double> scratch(map.scratch_size());
    for (std::int64_t t = 0; t < at.period.value_or(aperiodic_points); ++t) {
        map.apply(w, at.temperature, scratch);
        series.x.push_back(w[0]);
        series.y.push_back(w[1]);
    }
    return series;
}

// The cells of a cloud of few points, as visible dots; those of many are pixels.
Series cloud_points(const PointDensity& density) {
    constexpr std::size_t few = 100;
    Series series{.name = "T = 0", .mark = Mark::points, .colour = "#999999"};
    const PlaneWindow& window = density.window();
    const double width = (window.right - window.left) / static_cast<double>(density.column_count());
    const double height = (window.top - window.bottom) / static_cast<double>(density.row_count());
    for (std::size_t cell = 0; cell < density.counts().size(); ++cell) {
        if (density.counts()[cell] == 0) continue;
        const std::size_t row = cell / density.column_count();
        const std::size_t column = cell % density.column_count();
        series.x.push_back(window.left + (static_cast<double>(column) + 0.5) * width);
        series.y.push_back(window.top - (static_cast<double>(row) + 0.5) * height);
        if (series.x.size() > few) return {.name = series.name, .mark = series.mark, .colour = series.colour};
    }
    return series;
}

Chart plane_chart(const TemperedMap& map, const Bifurcation& found, const BifurcationFigureOptions& options) {
    const auto cloud = herded_points(map, {0, 1}, options.cloud_points, 10'000);
    std::vector<Series> attractors;
    const auto picked = chosen(found);
    for (std::size_t k = 0; k < picked.size(); ++k)
        attractors.push_back(attractor_points(map, *picked[k], k));
    ValueRange x;
    ValueRange y;
    for (const auto& [a, b] : cloud) {
        x.include(a);
        y.include(b);
    }
    for (const Series& series : attractors) {
        for (const double value : series.x) x.include(value);
        for (const double value : series.y) y.include(value);
    }
    const double across = 0.04 * std::max(x.high - x.low, 1e-9);
    const double upward = 0.04 * std::max(y.high - y.low, 1e-9);
    PointDensity density{{x.low - across, x.high + across, y.low - upward, y.high + upward}, 800, 800};
    for (const auto& [a, b] : cloud) density.add(a, b);
    Chart chart = density_chart(density, {"#808080"});
    chart.title = map.feature_count() > 2 ? "Attractors of some temperatures, projected"
                                          : "Attractors of some temperatures";
    chart.x.label = weight_of(options, 0);
    chart.y.label = weight_of(options, 1);
    chart.equal_scales = true;
    const double ratio =
        (density.window().top - density.window().bottom) / (density.window().right - density.window().left);
    chart.height = std::clamp(560 * ratio, 300.0, 640.0) + 130;
    chart.series.push_back(cloud_points(density));
    chart.note = "Grey: the attractor of herding, T = 0, " +
                 grouped(static_cast<std::int64_t>(cloud.size())) + " points";
    for (Series& series : attractors) chart.series.push_back(std::move(series));
    return chart;
}

}  // namespace

Panels bifurcation_figure(const TemperedMap& map, const Bifurcation& found,
                          const std::optional<PointDensity>& density,
                          const BifurcationFigureOptions& options) {
    Panels panels{.title = "Attractor bifurcation"};
    if (found.periods.empty()) {
        panels.charts.emplace_back(
            Chart{.title = "No fixed point of finite weights, and no attractors to show", .height = 120});
        return panels;
    }
    const AxisRange range = temperatures(found, density);
    if (density && density->inside() > 0) panels.charts.emplace_back(diagram(found, *density, options));
    const Chart periods = period_chart(found, range, options);
    if (!periods.series.front().x.empty()) {
        panels.charts.emplace_back(periods);
    } else if (!panels.charts.empty()) {
        std::get<Chart>(panels.charts.back()).note =
            "No cycle was found at any temperature: no panel of periods";
    }
    panels.charts.emplace_back(exponent_chart(found, range));
    if (map.feature_count() > 1) panels.charts.emplace_back(plane_chart(map, found, options));
    return panels;
}

}  // namespace drover::dynamics
