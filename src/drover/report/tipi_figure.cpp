#include <algorithm>
#include <cmath>

#include <drover/core/number_text.hpp>
#include <drover/dynamics/tipi_grid.hpp>
#include <drover/report/axis_detail.hpp>
#include <drover/report/tipi_figure.hpp>

namespace drover {
namespace {

constexpr std::size_t shade_count = 128;  // of the function, and as many under points

// Nearer to black where points lie, the more of them the nearer.
std::vector<Colour> shades() {
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

TipiGrid grid_over(const ExactModel& model, const PointDensity& attractor) {
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
                      .unit = model.whole().unit});
}

}  // namespace

Chart tipi_figure(const ExactModel& model, const PointDensity& attractor) {
    const PlaneWindow& window = attractor.window();
    const TipiGrid grid = grid_over(model, attractor);
    const auto [low, high] = std::minmax_element(grid.values.begin(), grid.values.end());
    const double height = *high > *low ? *high - *low : 1;
    const std::uint32_t most = *std::max_element(attractor.counts().begin(), attractor.counts().end());
    Raster raster{.column_count = attractor.column_count(), .palette = shades()};
    for (std::size_t cell = 0; cell < grid.values.size(); ++cell) {
        const std::uint32_t count = attractor.counts()[cell];
        const double share = count == 0  ? (grid.values[cell] - *low) / height
                             : most == 1 ? 1
                                         : portable_log10(count) / portable_log10(most);
        const auto shade =
            static_cast<std::size_t>(std::lround(share * static_cast<double>(shade_count - 1)));
        raster.pixels.push_back(static_cast<std::uint8_t>(shade + (count == 0 ? 0 : shade_count)));
    }
    const AxisRange x{window.left, window.right};
    const AxisRange y{window.bottom, window.top};
    Chart chart{.title = "Tipi function, with the attractor",
                .x = {.label = "weight of " + model.table().feature_names[0], .range = x},
                .y = {.label = "weight of " + model.table().feature_names[1], .range = y},
                .layers = {{.raster = std::move(raster), .x = x, .y = y}},
                .note = "From " + rounded(*low, 3) + " (dark blue) to " + rounded(*high, 3) +
                        " (yellow); black: " + std::to_string(attractor.inside()) +
                        " points of the attractor",
                .height = 680};
    const double ratio = (window.top - window.bottom) / (window.right - window.left);
    chart.equal_scales = ratio > 0.2 && ratio < 5;
    return chart;
}

}  // namespace drover
