#include <algorithm>
#include <cmath>

#include <drover/core/number_text.hpp>
#include <drover/dynamics/impl/weight_label.hpp>
#include <drover/dynamics/tipi_figure.hpp>
#include <drover/dynamics/tipi_grid.hpp>
#include <drover/plot/impl/axis.hpp>
#include <drover/report/impl/html_page.hpp>

namespace drover::dynamics {
namespace {

constexpr std::size_t shade_count = 128;  // of the function, and as many under points

// Nearer to black the more points lie there.
std::vector<Colour> tipi_shades() {
    std::vector<Colour> palette;
    for (std::size_t k = 0; k < shade_count; ++k)
        palette.push_back(
            colour_at(Colours::viridis, static_cast<double>(k) / static_cast<double>(shade_count - 1)));
    for (std::size_t k = 0; k < shade_count; ++k) {
        const auto grey = static_cast<std::uint8_t>(80 - 80 * k / (shade_count - 1));
        palette.push_back({grey, grey, grey});
    }
    return palette;
}

TipiGrid grid_over(const ExactModel& model, const PointDensity& attractor, FeaturePair plane) {
    const PlaneWindow& window = attractor.window();
    const double half_column =
        (window.right - window.left) / static_cast<double>(2 * attractor.column_count());
    const double half_row = (window.top - window.bottom) / static_cast<double>(2 * attractor.row_count());
    return tipi_grid(model.features(), model.moments(),
                     {.x_low = window.left + half_column,
                      .x_high = window.right - half_column,
                      .y_low = window.bottom + half_row,
                      .y_high = window.top - half_row,
                      .column_count = attractor.column_count(),
                      .row_count = attractor.row_count(),
                      .unit = model.whole().unit,
                      .x_feature = plane.first,
                      .y_feature = plane.second});
}

// The share of the highest, on a log scale.
double share_of(std::uint32_t count, std::uint32_t most) {
    return most == 1 ? 1 : portable_log10(count) / portable_log10(most);
}

Raster raster_of(const TipiGrid& grid, const PointDensity& attractor, AxisRange heights) {
    const double height = heights.high > heights.low ? heights.high - heights.low : 1;
    const std::uint32_t most = *std::max_element(attractor.counts().begin(), attractor.counts().end());
    Raster raster{.column_count = attractor.column_count(), .palette = tipi_shades()};
    for (std::size_t cell = 0; cell < grid.values.size(); ++cell) {
        const std::uint32_t count = attractor.counts()[cell];
        const double share = count == 0 ? (grid.values[cell] - heights.low) / height : share_of(count, most);
        const auto shade =
            static_cast<std::size_t>(std::lround(share * static_cast<double>(shade_count - 1)));
        raster.pixels.push_back(static_cast<std::uint8_t>(shade + (count == 0 ? 0 : shade_count)));
    }
    return raster;
}

Chart plane_chart(const ExactModel& model, const PointDensity& attractor, FeaturePair plane) {
    const PlaneWindow& window = attractor.window();
    const TipiGrid grid = grid_over(model, attractor, plane);
    const auto [low, high] = std::minmax_element(grid.values.begin(), grid.values.end());
    const AxisRange x{window.left, window.right};
    const AxisRange y{window.bottom, window.top};
    Chart chart{.x = {.label = weight_of(model, plane.first), .range = x},
                .y = {.label = weight_of(model, plane.second), .range = y},
                .layers = {{.raster = raster_of(grid, attractor, {*low, *high}), .x = x, .y = y}},
                .note = "From " + rounded(*low, 3) + " (dark blue) to " + rounded(*high, 3) +
                        " (yellow); black: " + grouped(attractor.inside()) + " points of the attractor",
                .height = 680};
    const double ratio = (window.top - window.bottom) / (window.right - window.left);
    chart.equal_scales = ratio > 0.2 && ratio < 5;
    return chart;
}

// Of one feature: the function is a line, and the attractor lies on it.
Chart tipi_line_chart(const ExactModel& model, const PointDensity& attractor) {
    const TipiGrid grid = grid_over(model, attractor, {0, 0});
    Series points{.name = "attractor", .mark = Mark::points, .colour = "#d55e00"};
    for (std::size_t k = 0; k < grid.x.size(); ++k) {
        if (attractor.counts()[k] == 0) continue;
        points.x.push_back(grid.x[k]);
        points.y.push_back(grid.values[k]);
    }
    return {.x = {.label = weight_of(model, 0),
                  .range = AxisRange{attractor.window().left, attractor.window().right}},
            .y = {.label = "Tipi function"},
            .series = {{.name = "Tipi function", .x = grid.x, .y = grid.values}, std::move(points)},
            .note = grouped(attractor.inside()) + " points of the attractor"};
}

}  // namespace

Panels tipi_figure(const ExactModel& model, const std::vector<PointDensity>& attractor) {
    const std::size_t features = model.table().feature_count();
    const std::vector<FeaturePair> planes = picture_planes(features);
    Panels panels{.title = features > 2
                               ? "Tipi function where all weights but two are 0, with the attractor projected"
                               : "Tipi function, with the attractor"};
    for (std::size_t p = 0; p < attractor.size(); ++p)
        panels.charts.emplace_back(planes[p].first == planes[p].second
                                       ? tipi_line_chart(model, attractor[p])
                                       : plane_chart(model, attractor[p], planes[p]));
    std::get<Chart>(panels.charts.front()).title = panels.title;
    return panels;
}

Raster tipi_raster(const ExactModel& model, const PointDensity& attractor) {
    const std::size_t features = model.table().feature_count();
    const TipiGrid grid = grid_over(model, attractor, picture_planes(features).front());
    const auto [low, high] = std::minmax_element(grid.values.begin(), grid.values.end());
    return raster_of(grid, attractor, {*low, *high});
}

}  // namespace drover::dynamics
