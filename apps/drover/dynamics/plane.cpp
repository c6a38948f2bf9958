#include <algorithm>
#include <cmath>

#include "plane.hpp"

namespace drover::cli::dynamics {
namespace {

// From the origin to the frame of a square of that half width.
Series boundary(double angle, double reach) {
    const double x = std::cos(angle);
    const double y = std::sin(angle);
    const double length = reach / std::max(std::abs(x), std::abs(y));
    return {.x = {0, length * x}, .y = {0, length * y}, .mark = Mark::reference};
}

// The next number whose ticks end where it does, across and upward: so both axes get the same range.
double round_reach(double reach) {
    const double decade = std::pow(10, std::floor(std::log10(reach)));
    for (const double digits : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0}) {
        if (digits * decade >= reach) return digits * decade;
    }
    return 10 * decade;
}

}  // namespace

Chart plane_chart(const std::string& title, const ExactModel& model, const Cones& cones,
                  const std::vector<PlanePoint>& points) {
    double reach = 0;
    for (const PlanePoint& point : points) reach = std::max({reach, std::abs(point.x), std::abs(point.y)});
    reach = reach > 0 ? round_reach(reach) : 1;
    Chart chart{.title = title,
                .x = {.label = "weight of " + model.table().feature_names[0], .include = {-reach, reach}},
                .y = {.label = "weight of " + model.table().feature_names[1], .include = {-reach, reach}},
                .width = 640,
                .height = 665};
    for (const Cone& cone : cones.cones) {
        if (cone.kind != ConeKind::everything) chart.series.push_back(boundary(cone.from_angle, reach));
    }
    if (!chart.series.empty()) chart.series.front().name = "boundaries";
    for (std::size_t s = 0; s < model.table().state_count(); ++s) {
        Series series{.name = model.state(s), .mark = Mark::points};
        for (const PlanePoint& point : points) {
            if (point.state != s) continue;
            series.x.push_back(point.x);
            series.y.push_back(point.y);
        }
        if (!series.x.empty()) chart.series.push_back(std::move(series));
    }
    return chart;
}

}  // namespace drover::cli::dynamics
