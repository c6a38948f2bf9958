#include <algorithm>
#include <cmath>
#include <string>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/point_density.hpp>
#include <drover/dynamics/tipi_grid.hpp>
#include <drover/herd/moments/tipi.hpp>

namespace drover::dynamics {
namespace {

void check_range(const char* axis, double low, double high, std::size_t count) {
    check_input(std::isfinite(low) && std::isfinite(high) && low < high, [&] {
        return Problem{Fault::range,
                       {.function = "tipi_grid"},
                       "a range of " + std::string{axis} + " from low to high",
                       rounded(low) + " to " + rounded(high)};
    });
    check_input(count >= 2, [&] {
        return Problem{Fault::range,
                       {.function = "tipi_grid"},
                       "at least 2 points along " + std::string{axis},
                       std::to_string(count)};
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

// At most `most` points of a cloud, evenly spaced, in the units of the table.
std::vector<std::vector<double>> kept_points(const PointCloud& cloud, std::size_t most) {
    const auto rows = cloud.view();
    const std::size_t stride = std::max<std::size_t>(1, (rows.row_count() + most - 1) / most);
    std::vector<std::vector<double>> points;
    for (std::size_t k = 0; k < rows.row_count(); k += stride) {
        std::vector<double>& point = points.emplace_back();
        for (const std::int64_t weight : rows.row(k))
            point.push_back(static_cast<double>(weight) / static_cast<double>(cloud.scale));
    }
    return points;
}

// Twice that of the weights that a picture shows.
double reach_of(const std::vector<std::vector<double>>& points) {
    double reach = 0;
    for (const auto& point : points) {
        for (std::size_t a = 0; a < std::min<std::size_t>(3, point.size()); ++a)
            reach = std::max(reach, std::abs(point[a]));
    }
    return reach > 0 ? 2 * reach : 1;
}

// Value and state at one point, in the units of the table.
std::pair<double, std::size_t> tent_at(const StateTable& features, const Moments& moments, std::int64_t unit,
                                       std::span<const double> weights) {
    const Tipi<double> tent = tipi(features, moments, WeightSpan<double>{weights});
    return {tent.value / (static_cast<double>(moments.total) * static_cast<double>(unit)), tent.state};
}

TipiGrid grid_of(const ExactModel& model, FeaturePair plane, double reach, std::size_t side) {
    return tipi_grid(model.features(), model.moments(),
                     {.x_low = -reach,
                      .x_high = reach,
                      .y_low = -reach,
                      .y_high = reach,
                      .column_count = side,
                      .row_count = side,
                      .unit = model.whole().unit,
                      .x_feature = plane.first,
                      .y_feature = plane.second});
}

}  // namespace

TipiAttractor find_tipi(const ExactModel& model, const TipiOptions& options) {
    constexpr std::size_t most_points = 20'000;
    const PointCloud cloud = attractor_points(
        model, {.steps = options.steps, .burn_in = options.burn_in, .control = options.control});
    if (options.control.stop_requested()) return {.stopped = true};
    TipiAttractor found{.attractor = plane_points(model, cloud, most_points)};
    const auto points = kept_points(cloud, most_points);
    found.reach = options.reach.value_or(reach_of(points));
    std::vector<double> values;
    for (const auto& point : points)
        values.push_back(tent_at(model.features(), model.moments(), model.whole().unit, point).first);
    // Outside the hull all of them may be above 0.
    if (!values.empty()) found.lowest_on_attractor = *std::min_element(values.begin(), values.end());
    const std::vector<FeaturePair> planes = picture_planes(model.features().feature_count());
    found.grid = grid_of(model, planes.front(), found.reach, options.side);
    for (std::size_t p = 1; p < planes.size(); ++p)
        found.further.push_back(grid_of(model, planes[p], found.reach, options.side));
    return found;
}

TipiGrid tipi_grid(const StateTable& features, const Moments& moments, const TipiGridOptions& options) {
    const std::size_t count = features.feature_count();
    check_input(count == moments.counts.size() && options.x_feature < count && options.y_feature < count,
                [&] {
                    return Problem{Fault::range,
                                   {.function = "tipi_grid"},
                                   "features " + std::to_string(options.x_feature + 1) + " and " +
                                       std::to_string(options.y_feature + 1) + ", and as many moments",
                                   std::to_string(count) + " and " + std::to_string(moments.counts.size())};
                });
    const bool is_line = options.x_feature == options.y_feature;
    check_range("x", options.x_low, options.x_high, options.column_count);
    if (!is_line) check_range("y", options.y_low, options.y_high, options.row_count);
    TipiGrid grid{.x = points_between(options.x_low, options.x_high, options.column_count),
                  .y = {0},
                  .values = {},
                  .states = {}};
    if (!is_line) grid.y = points_between(options.y_high, options.y_low, options.row_count);
    std::vector<double> weights(count);
    for (const double y : grid.y) {
        for (const double x : grid.x) {
            weights[options.y_feature] = y;
            weights[options.x_feature] = x;
            const auto [value, state] = tent_at(features, moments, options.unit, weights);
            grid.values.push_back(value);
            grid.states.push_back(state);
        }
    }
    return grid;
}

}  // namespace drover::dynamics
