#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/tipi_grid.hpp>
#include <drover/moments/tipi.hpp>

namespace drover {
namespace {

void check_range(const char* axis, double low, double high, std::size_t count) {
    check_input(std::isfinite(low) && std::isfinite(high) && low < high, [&] {
        return "tipi_grid: expected a range of " + std::string{axis} + " from low to high, got " +
               rounded(low) + " to " + rounded(high);
    });
    check_input(count >= 2, [&] {
        return "tipi_grid: expected at least 2 points along " + std::string{axis} + ", got " +
               std::to_string(count);
    });
}

// Evenly from one end to the other. As a mean of the ends, so that a range about 0 has its mirror images.
std::vector<double> points_between(double first, double last, std::size_t count) {
    std::vector<double> points;
    const auto gaps = static_cast<double>(count - 1);
    for (std::size_t i = 0; i < count; ++i) {
        const double share = static_cast<double>(i) / gaps;
        const double other = static_cast<double>(count - 1 - i) / gaps;
        points.push_back(other * first + share * last);
    }
    return points;
}

double reach_of(const std::vector<PlanePoint>& points) {
    double reach = 0;
    for (const PlanePoint& point : points) reach = std::max({reach, std::abs(point.x), std::abs(point.y)});
    return reach > 0 ? 2 * reach : 1;
}

// The points of the grid that are nearest to the attractor, each once.
std::vector<std::size_t> cells_of(const TipiAttractor& found, std::size_t side) {
    std::vector<std::size_t> cells;
    const double width = 2 * found.reach / static_cast<double>(side - 1);
    for (const PlanePoint& point : found.attractor) {
        if (std::abs(point.x) > found.reach || std::abs(point.y) > found.reach) continue;
        const auto column = static_cast<std::size_t>(std::lround((point.x + found.reach) / width));
        const auto row = static_cast<std::size_t>(std::lround((found.reach - point.y) / width));
        cells.push_back(row * side + column);
    }
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
}

}  // namespace

double TipiAttractor::lowest_on_attractor() const {
    double lowest = 0;
    for (const std::size_t cell : cells) lowest = std::min(lowest, grid.values[cell]);
    return lowest;
}

TipiAttractor find_tipi(const ExactModel& model, const TipiOptions& options) {
    constexpr std::size_t most_points = 20'000;
    const PointCloud cloud = attractor_points(
        model, {.steps = options.steps, .burn_in = options.burn_in, .control = options.control});
    if (options.control.stop_requested()) return {.stopped = true};
    TipiAttractor found{.attractor = plane_points(model, cloud, most_points)};
    found.reach = options.reach.value_or(reach_of(found.attractor));
    found.grid = tipi_grid(model.features(), model.moments(),
                           {.x_low = -found.reach,
                            .x_high = found.reach,
                            .y_low = -found.reach,
                            .y_high = found.reach,
                            .column_count = options.side,
                            .row_count = options.side,
                            .unit = model.whole().unit});
    found.cells = cells_of(found, options.side);
    return found;
}

TipiGrid tipi_grid(const StateTable& features, const Moments& moments, const TipiGridOptions& options) {
    check_input(features.feature_count() == 2 && moments.counts.size() == 2, [&] {
        return "tipi_grid: expected 2 features and 2 moments, got " +
               std::to_string(features.feature_count()) + " and " + std::to_string(moments.counts.size());
    });
    check_range("x", options.x_low, options.x_high, options.column_count);
    check_range("y", options.y_low, options.y_high, options.row_count);
    TipiGrid grid{.x = points_between(options.x_low, options.x_high, options.column_count),
                  .y = points_between(options.y_high, options.y_low, options.row_count),
                  .values = {},
                  .states = {}};
    const double scale = static_cast<double>(moments.total) * static_cast<double>(options.unit);
    for (const double y : grid.y) {
        for (const double x : grid.x) {
            const std::array<double, 2> weights{x, y};
            const Tipi<double> tent = tipi(features, moments, WeightSpan<double>{weights});
            grid.values.push_back(tent.value / scale);
            grid.states.push_back(tent.state);
        }
    }
    return grid;
}

}  // namespace drover
