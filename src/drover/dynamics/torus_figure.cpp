#include <algorithm>
#include <cmath>

#include <drover/dynamics/density_raster.hpp>
#include <drover/dynamics/plane_figures.hpp>
#include <drover/dynamics/point_density.hpp>
#include <drover/dynamics/torus_figure.hpp>

namespace drover::dynamics {
namespace {

// t * turn modulo 1, exactly; a numerator times t fits after the reduction below 2^64 or so, else in double.
double turned(const Rational& turn, std::int64_t t) {
    Int128 product = 0;
    if (!multiply(turn.numerator(), Int128{t}, product)) {
        const double turns = turn.to_double() * static_cast<double>(t);
        return turns - std::floor(turns);
    }
    const Int128 rest = product % turn.denominator();
    return static_cast<double>(rest < 0 ? rest + turn.denominator() : rest) /
           static_cast<double>(turn.denominator());
}

// Two vectors that a plane of the picture is spanned by.
struct Cell {
    double ax = 1;
    double ay = 0;
    double bx = 0;
    double by = 1;

    double x(double a, double b) const { return a * ax + b * bx; }
    double y(double a, double b) const { return a * ay + b * by; }
};

std::string difference(const ExactModel& model, std::size_t share) {
    return model.state(share + 1) + " - " + model.state(0);
}

// Weights before each step, modulo the lattice, with the state that they choose.
void add_points(Chart& chart, const ExactModel& model, const TorusOrbit& orbit, FeaturePair shares,
                const Cell& cell) {
    const std::vector<std::string> colours = state_colours(7);
    for (std::size_t s = 0; s < model.table().state_count(); ++s) {
        Series series{.name = model.state(s), .mark = Mark::points, .colour = colours[s % 7]};
        for (std::size_t t = 0; t < orbit.states.size(); ++t) {
            if (orbit.states[t] != s) continue;
            const auto step = static_cast<std::int64_t>(t);
            const double a = turned(orbit.torus.rotation[shares.first], step);
            const double b = turned(orbit.torus.rotation[shares.second], step);
            series.x.push_back(cell.x(a, b));
            series.y.push_back(cell.y(a, b));
        }
        if (!series.x.empty()) chart.series.push_back(std::move(series));
    }
}

// Lines of the lattice around the cell, and its outline.
void add_lattice(Chart& chart, const Cell& cell) {
    Series lines{.name = "lattice of differences", .mark = Mark::dashed, .colour = "#777"};
    for (int k = -1; k <= 2; ++k) {
        for (const bool is_first : {true, false}) {
            lines.starts.push_back(lines.x.size());
            for (const double end : {-1.0, 2.0}) {
                lines.x.push_back(is_first ? cell.x(end, k) : cell.x(k, end));
                lines.y.push_back(is_first ? cell.y(end, k) : cell.y(k, end));
            }
        }
    }
    chart.series.push_back(std::move(lines));
    Series outline{.name = "the torus", .colour = "#777"};
    for (const auto& [a, b] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}) {
        outline.x.push_back(cell.x(a, b));
        outline.y.push_back(cell.y(a, b));
    }
    chart.series.push_back(std::move(outline));
}

// The first steps: each starts where the point is in the cell, and crosses its edge where necessary.
void add_rotation(Chart& chart, const TorusOrbit& orbit, FeaturePair shares, const Cell& cell) {
    constexpr std::int64_t most_arrows = 3;
    const double a = orbit.torus.rotation[shares.first].to_double();
    const double b = orbit.torus.rotation[shares.second].to_double();
    Series arrows{.name = "rotation", .mark = Mark::arrows, .colour = "#222"};
    for (std::int64_t t = 0;
         t < std::min<std::int64_t>(most_arrows, static_cast<std::int64_t>(orbit.states.size())); ++t) {
        const double from_a = turned(orbit.torus.rotation[shares.first], t);
        const double from_b = turned(orbit.torus.rotation[shares.second], t);
        arrows.x.insert(arrows.x.end(), {cell.x(from_a, from_b), cell.x(from_a + a, from_b + b)});
        arrows.y.insert(arrows.y.end(), {cell.y(from_a, from_b), cell.y(from_a + a, from_b + b)});
        arrows.labels.insert(arrows.labels.end(), {t == 0 ? "w_{0}" : "", ""});
    }
    if (!arrows.x.empty()) chart.series.push_back(std::move(arrows));
}

Chart cell_chart(const ExactModel& model, const TorusOrbit& orbit, FeaturePair shares, const Cell& cell) {
    const auto [left, right] = std::minmax({0.0, cell.ax, cell.bx, cell.ax + cell.bx});
    const auto [bottom, top] = std::minmax({0.0, cell.ay, cell.by, cell.ay + cell.by});
    const double across = 0.3 * (right - left);
    const double upward = 0.3 * (top - bottom);
    Chart chart{.x = {.range = AxisRange{left - across, right + across}},
                .y = {.range = AxisRange{bottom - upward, top + upward}},
                .equal_scales = true,
                .width = 640,
                .height = std::clamp(560 * (top - bottom) / (right - left), 300.0, 640.0) + 130};
    add_lattice(chart, cell);
    add_points(chart, model, orbit, shares, cell);
    add_rotation(chart, orbit, shares, cell);
    return chart;
}

Chart steps_chart(const ExactModel& model, const TorusOrbit& orbit) {
    constexpr std::size_t most_steps = 300;
    Chart chart{.x = {.label = "step"},
                .y = {.label = "share along " + difference(model, 0), .include = {0, 1}}};
    const std::vector<std::string> colours = state_colours(7);
    for (std::size_t s = 0; s < 2; ++s)
        chart.series.push_back({.name = model.state(s), .mark = Mark::points, .colour = colours[s]});
    for (std::size_t t = 0; t < std::min(most_steps, orbit.states.size()); ++t) {
        Series& series = chart.series[orbit.states[t]];
        series.x.push_back(static_cast<double>(t));
        series.y.push_back(turned(orbit.torus.rotation[0], static_cast<std::int64_t>(t)));
    }
    return chart;
}

}  // namespace

Panels torus_figure(const ExactModel& model, const TorusOrbit& orbit) {
    const std::size_t share_count = orbit.torus.rotation.size();
    Panels panels{.title = "The torus: weights modulo the differences of states"};
    if (share_count == 1) panels.charts.emplace_back(steps_chart(model, orbit));
    if (share_count == 2 && model.table().feature_count() == 2) {
        const auto phi = feature_points(model);
        const Cell cell{phi[1][0] - phi[0][0], phi[1][1] - phi[0][1], phi[2][0] - phi[0][0],
                        phi[2][1] - phi[0][1]};
        Chart chart = cell_chart(model, orbit, {0, 1}, cell);
        chart.x.label = "weight of " + model.table().feature_names[0];
        chart.y.label = "weight of " + model.table().feature_names[1];
        panels.charts.emplace_back(std::move(chart));
    } else if (share_count >= 2) {
        for (const FeaturePair& shares : picture_planes(share_count)) {
            Chart chart = cell_chart(model, orbit, shares, {});
            chart.x.label = "share along " + difference(model, shares.first);
            chart.y.label = "share along " + difference(model, shares.second);
            panels.charts.emplace_back(std::move(chart));
        }
    }
    std::get<Chart>(panels.charts.front()).title = panels.title;
    if (orbit.states.empty()) panels.note = "No steps were taken: there are no weights to show";
    return panels;
}

}  // namespace drover::dynamics
