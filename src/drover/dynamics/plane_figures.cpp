#include <algorithm>
#include <cmath>

#include <drover/dynamics/cones.hpp>
#include <drover/dynamics/density_raster.hpp>
#include <drover/dynamics/impl/weight_label.hpp>
#include <drover/dynamics/plane_figures.hpp>
#include <drover/plot/impl/axis.hpp>
#include <drover/report/impl/html_page.hpp>

namespace drover::dynamics {
namespace {

constexpr std::size_t most_named = 16;  // states, in pictures of cones and circles

std::string state_colour(std::size_t state) { return state_colours(7)[state % 7]; }

// As wide as the plot is high, for that window.
void set_plane_size(Chart& chart, const PlaneWindow& window) {
    const double ratio = (window.top - window.bottom) / (window.right - window.left);
    chart.equal_scales = ratio > 0.2 && ratio < 5;
    chart.width = 640;
    chart.height = chart.equal_scales ? std::clamp(560 * ratio, 300.0, 640.0) + 110 : 600;
}

void name_axes(Chart& chart, const ExactModel& model, FeaturePair plane) {
    chart.x.label = weight_of(model, plane.first);
    chart.y.label = weight_of(model, plane.second);
}

double reach_of(const PlaneWindow& window) {
    return std::max(
        {std::abs(window.left), std::abs(window.right), std::abs(window.bottom), std::abs(window.top)});
}

// How far the window extends along a direction.
double length_within(const PlaneWindow& window, double x, double y) {
    double length = 2 * reach_of(window);
    if (x > 0) length = std::min(length, window.right / x);
    if (x < 0) length = std::min(length, window.left / x);
    if (y > 0) length = std::min(length, window.top / y);
    if (y < 0) length = std::min(length, window.bottom / y);
    return length;
}

bool holds_origin(const PlaneWindow& window) {
    return window.left < 0 && window.right > 0 && window.bottom < 0 && window.top > 0;
}

// Half-lines from the origin; "a | b" at the end of each, a the state before it counter-clockwise.
void add_half_lines(Chart& chart, const ExactModel& model, const Cones& cones, const PlaneWindow& window) {
    std::vector<const Cone*> sectors;
    for (const Cone& cone : cones.cones) {
        if (cone.kind == ConeKind::sector) sectors.push_back(&cone);
    }
    const bool has_names = sectors.size() <= most_named && holds_origin(window);
    for (std::size_t k = 0; k < sectors.size(); ++k) {
        const double x = std::cos(sectors[k]->from_angle);
        const double y = std::sin(sectors[k]->from_angle);
        const double end = 3 * reach_of(window);
        Series line{.x = {0, end * x}, .y = {0, end * y}, .mark = Mark::line, .colour = "#777"};
        if (has_names) {
            const double at = 0.9 * length_within(window, x, y);
            line.x.insert(line.x.begin() + 1, at * x);
            line.y.insert(line.y.begin() + 1, at * y);
            const Cone& before = *sectors[(k + sectors.size() - 1) % sectors.size()];
            line.labels = {"", model.state(before.state) + " | " + model.state(sectors[k]->state), ""};
        }
        chart.series.push_back(std::move(line));
    }
    if (!sectors.empty()) chart.series.back().name = "boundaries of cones";
}

// The move of each cone's state, from the middle of its cone.
void add_moves(Chart& chart, const ExactModel& model, const OrbitTrace& trace, const PlaneWindow& window) {
    bool is_named = false;
    for (const Cone& cone : trace.cones->cones) {
        if (cone.kind == ConeKind::everything) continue;
        const double angle = (cone.from_angle + cone.to_angle) / 2;
        const double length = 0.6 * length_within(window, std::cos(angle), std::sin(angle));
        const double x = length * std::cos(angle);
        const double y = length * std::sin(angle);
        const auto& move = trace.translations[cone.state];
        chart.series.push_back({.name = is_named ? "" : "moves",
                                .x = {x, x + move[0]},
                                .y = {y, y + move[1]},
                                .mark = Mark::arrows,
                                .colour = "#222",
                                .labels = {model.state(cone.state), ""}});
        is_named = true;
    }
}

void add_legend_of_states(Chart& chart, const ExactModel& model, const std::vector<bool>& seen) {
    constexpr std::size_t most = 12;
    if (static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true)) > most) {
        chart.note = "Colours: the states that the weights choose";
        return;
    }
    for (std::size_t s = 0; s < seen.size(); ++s) {
        if (seen[s])
            chart.series.push_back({.name = model.state(s), .mark = Mark::points, .colour = state_colour(s)});
    }
}

std::vector<bool> states_in(const PointDensity& density, std::size_t state_count) {
    std::vector<bool> seen(state_count);
    for (std::size_t cell = 0; cell < density.counts().size(); ++cell) {
        if (density.counts()[cell] > 0) seen[density.kinds()[cell]] = true;
    }
    return seen;
}

void add_circles(Chart& chart, const ExactModel& model, FeaturePair plane) {
    Series circles{.name = "features of the states", .mark = Mark::circles, .colour = "#000000"};
    const auto points = feature_points(model);
    for (std::size_t s = 0; s < points.size(); ++s) {
        circles.x.push_back(points[s][plane.first]);
        circles.y.push_back(points[s][plane.second]);
        if (points.size() <= most_named) circles.labels.push_back(model.state(s));
    }
    chart.series.push_back(std::move(circles));
}

std::string of_planes(std::size_t feature_count) {
    return feature_count > 3    ? ", projected to the first three features"
           : feature_count == 3 ? ", projected"
                                : "";
}

// Points of one weight: how many in each column of the window, one colour per state.
Chart line_chart(const ExactModel& model, const PointDensity& density) {
    Chart chart{.x = {.label = weight_of(model, 0),
                      .range = AxisRange{density.window().left, density.window().right}},
                .y = {.label = "points in a thousandth of the width", .scale = Scale::log}};
    const double width =
        (density.window().right - density.window().left) / static_cast<double>(density.column_count());
    for (std::size_t s = 0; s < model.table().state_count(); ++s) {
        Series series{.name = model.state(s), .mark = Mark::points, .colour = state_colour(s)};
        for (std::size_t k = 0; k < density.column_count(); ++k) {
            if (density.counts()[k] == 0 || density.kinds()[k] != s) continue;
            series.x.push_back(density.window().left + (static_cast<double>(k) + 0.5) * width);
            series.y.push_back(density.counts()[k]);
        }
        if (!series.x.empty()) chart.series.push_back(std::move(series));
    }
    return chart;
}

Chart steps_chart(const ExactModel& model, const OrbitTrace& trace) {
    Chart chart{.x = {.label = "step"}, .y = {.label = weight_of(model, 0)}};
    Series line{.colour = "#999"};
    for (const TracedStep& step : trace.steps) {
        line.x.push_back(static_cast<double>(step.t));
        line.y.push_back(step.weights[0]);
    }
    chart.series.push_back(std::move(line));
    return chart;
}

PlaneWindow window_of(const OrbitTrace& trace, FeaturePair plane) {
    PlaneWindow window{0, 0, 0, 0};
    for (const TracedStep& step : trace.steps) {
        window.left = std::min(window.left, step.weights[plane.first]);
        window.right = std::max(window.right, step.weights[plane.first]);
        window.bottom = std::min(window.bottom, step.weights[plane.second]);
        window.top = std::max(window.top, step.weights[plane.second]);
    }
    double reach = reach_of(window);
    for (const auto& move : trace.translations)
        reach = std::max({reach, std::abs(move[plane.first]), std::abs(move[plane.second])});
    reach = reach > 0 ? 1.1 * reach : 1;
    return {-reach, reach, -reach, reach};
}

// Points coloured by the state that they choose.
void add_points(Chart& chart, const ExactModel& model, const OrbitTrace& trace, FeaturePair plane) {
    for (std::size_t s = 0; s < model.table().state_count(); ++s) {
        Series series{.name = model.state(s), .mark = Mark::points, .colour = state_colour(s)};
        for (const TracedStep& step : trace.steps) {
            if (step.next != s) continue;
            series.x.push_back(plane.first == plane.second ? static_cast<double>(step.t)
                                                           : step.weights[plane.first]);
            series.y.push_back(step.weights[plane.second]);
        }
        if (!series.x.empty()) chart.series.push_back(std::move(series));
    }
}

Chart orbit_chart(const ExactModel& model, const OrbitTrace& trace, FeaturePair plane) {
    if (plane.first == plane.second) {
        Chart chart = steps_chart(model, trace);
        add_points(chart, model, trace, plane);
        return chart;
    }
    const PlaneWindow window = window_of(trace, plane);
    Chart chart{.x = {.range = AxisRange{window.left, window.right}},
                .y = {.range = AxisRange{window.bottom, window.top}}};
    set_plane_size(chart, window);
    name_axes(chart, model, plane);
    if (trace.cones) add_half_lines(chart, model, *trace.cones, window);
    add_points(chart, model, trace, plane);
    if (trace.cones && trace.cones->cones.size() <= most_named) add_moves(chart, model, trace, window);
    return chart;
}

}  // namespace

std::vector<std::vector<double>> feature_points(const ExactModel& model) {
    std::vector<std::vector<double>> points;
    for (std::size_t s = 0; s < model.features().state_count(); ++s) {
        auto& point = points.emplace_back();
        for (const std::int64_t value : model.features().row(s))
            point.push_back(static_cast<double>(value) / model.unit());
    }
    return points;
}

Panels orbit_figure(const ExactModel& model, const OrbitTrace& trace) {
    const std::size_t features = model.table().feature_count();
    Panels panels{.title = "Weights of " + std::to_string(trace.steps.size()) +
                           " steps, by the state they choose" + of_planes(features)};
    for (const FeaturePair& plane : picture_planes(features))
        panels.charts.emplace_back(orbit_chart(model, trace, plane));
    std::get<Chart>(panels.charts.front()).title = panels.title;
    if (trace.steps.empty()) panels.note = "No steps were taken: there are no weights to show";
    return panels;
}

Panels attractor_figure(const ExactModel& model, const std::vector<PointDensity>& densities,
                        std::int64_t steps) {
    const std::size_t features = model.table().feature_count();
    const auto planes = picture_planes(features);
    Panels panels{.title = "Attractor: " + grouped(densities.front().inside()) +
                           (densities.front().inside() == steps ? "" : " of " + grouped(steps)) + " points" +
                           of_planes(features)};
    for (std::size_t p = 0; p < densities.size(); ++p) {
        if (planes[p].first == planes[p].second) {
            panels.charts.emplace_back(line_chart(model, densities[p]));
            continue;
        }
        Chart chart = density_chart(densities[p], state_colours(model.table().state_count()));
        set_plane_size(chart, densities[p].window());
        name_axes(chart, model, planes[p]);
        if (features == 2)
            add_half_lines(chart, model, find_cones(model.features(), model.moments()),
                           densities[p].window());
        add_legend_of_states(chart, model, states_in(densities[p], model.table().state_count()));
        add_circles(chart, model, planes[p]);
        panels.charts.emplace_back(std::move(chart));
    }
    std::get<Chart>(panels.charts.front()).title = panels.title;
    if (densities.front().inside() == 0) panels.note = "None of the points lies within these axes";
    return panels;
}

}  // namespace drover::dynamics
