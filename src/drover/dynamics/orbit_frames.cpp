#include <algorithm>
#include <cmath>
#include <string>

#include <drover/core/check.hpp>
#include <drover/dynamics/attractor.hpp>
#include <drover/dynamics/orbit_frames.hpp>

namespace drover::dynamics {
namespace {

struct Range {
    std::int64_t low;
    std::int64_t high;
};

// Across or upward: of one feature the weight itself, and the next one.
std::int64_t coordinate(const PointCloud& cloud, std::size_t i, std::size_t axis) {
    return cloud.coordinate_count == 1 ? cloud.values[i + axis] : cloud.view()(i, axis);
}

Range range_of(const PointCloud& cloud, std::size_t points, std::size_t axis) {
    Range range{coordinate(cloud, 0, axis), coordinate(cloud, 0, axis)};
    for (std::size_t i = 1; i < points; ++i) {
        range.low = std::min(range.low, coordinate(cloud, i, axis));
        range.high = std::max(range.high, coordinate(cloud, i, axis));
    }
    return range;
}

std::vector<std::int64_t> point_counts(std::int64_t all, std::size_t frames) {
    std::vector<std::int64_t> counts;
    const double first = std::min(100.0, static_cast<double>(all));
    for (std::size_t k = 1; k < frames; ++k) {
        const double share = static_cast<double>(k - 1) / static_cast<double>(frames - 1);
        counts.push_back(std::llround(first * std::pow(static_cast<double>(all) / first, share)));
    }
    counts.push_back(all);
    return counts;
}

// A square around all points, with a little room.
void set_square(OrbitFrames& frames, const PointCloud& cloud, std::size_t points) {
    const Range x = range_of(cloud, points, 0);
    const Range y = range_of(cloud, points, 1);
    const auto scale = static_cast<double>(cloud.scale);
    const auto length = [&](const Range& range) {
        return (static_cast<double>(range.high) - static_cast<double>(range.low)) / scale;
    };
    const auto middle = [&](const Range& range) {
        return (static_cast<double>(range.high) + static_cast<double>(range.low)) / (2 * scale);
    };
    const double longest = std::max(length(x), length(y));
    frames.width = longest > 0 ? 1.04 * longest : 1;
    frames.left = middle(x) - frames.width / 2;
    frames.bottom = middle(y) - frames.width / 2;
}

std::size_t pixel_of(double place, std::size_t side) {
    return std::min(side - 1, static_cast<std::size_t>(std::max(0.0, place * static_cast<double>(side))));
}

}  // namespace

OrbitFrames find_orbit_frames(const ExactModel& model, const OrbitFramesOptions& options) {
    check_input(options.frame_count > 0 && options.side > 0 && options.steps > 0, [&] {
        return Problem{Fault::range,
                       {.function = "find_orbit_frames"},
                       "frames, pixels and steps",
                       std::to_string(options.frame_count) + ", " + std::to_string(options.side) + " and " +
                           std::to_string(options.steps)};
    });
    const std::int64_t more = model.features().feature_count() == 1 ? 1 : 0;
    const PointCloud cloud = attractor_points(
        model, {.steps = options.steps + more, .burn_in = options.burn_in, .control = options.control});
    OrbitFrames frames;
    frames.side = options.side;
    frames.stopped = options.control.stop_requested();
    if (frames.stopped) return frames;
    set_square(frames, cloud, static_cast<std::size_t>(options.steps));
    frames.point_counts = point_counts(options.steps, options.frame_count);
    std::vector<std::uint32_t> hits(options.side * options.side);
    const auto scale = static_cast<double>(cloud.scale);
    std::size_t i = 0;
    for (const std::int64_t end : frames.point_counts) {
        for (; i < static_cast<std::size_t>(end); ++i) {
            const auto x_weight = static_cast<double>(coordinate(cloud, i, 0)) / scale;
            const auto y_weight = static_cast<double>(coordinate(cloud, i, 1)) / scale;
            const double x = (x_weight - frames.left) / frames.width;
            const double y = (y_weight - frames.bottom) / frames.width;
            ++hits[(options.side - 1 - pixel_of(y, options.side)) * options.side + pixel_of(x, options.side)];
        }
        frames.hits.push_back(hits);
    }
    return frames;
}

}  // namespace drover::dynamics
