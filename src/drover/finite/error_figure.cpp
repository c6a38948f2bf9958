#include <algorithm>

#include <drover/finite/error_figure.hpp>
#include <drover/plot/colours.hpp>

namespace drover {
namespace {

// Below this an error is 0, but for the rounding of the averages.
double least_error(const std::vector<CoursePoint>& course) {
    double largest = 0;
    for (const CoursePoint& point : course) largest = std::max(largest, point.error);
    return 1e-14 * largest;
}

Series series_of(const std::string& name, const std::vector<CoursePoint>& course,
                 double CoursePoint::*value) {
    Series series{.name = name, .colour = method_colour(name)};
    const double least = least_error(course);
    for (const CoursePoint& point : course) {
        if (point.error <= least || point.*value <= 0) continue;  // exactly met: off a log axis
        series.x.push_back(static_cast<double>(point.t));
        series.y.push_back(point.*value);
    }
    return series;
}

// Why there is nothing to draw, if so.
std::string why_empty(const std::vector<CoursePoint>& herding, const Chart& error) {
    if (herding.empty()) return "No steps were taken";
    const bool is_empty = std::all_of(error.series.begin(), error.series.end(),
                                      [](const Series& series) { return series.x.empty(); });
    return is_empty ? "The averages meet the moments at every step: there is no error" : "";
}

}  // namespace

Panels error_figure(const std::vector<CoursePoint>& herding, const std::vector<CoursePoint>& draws,
                    std::optional<double> largest_norm) {
    Chart error{.title = "Distance of the averages from the moments",
                .x = {.label = "steps T", .scale = Scale::log},
                .y = {.label = "error", .scale = Scale::log}};
    Chart discrepancy{.title = "Discrepancy: T times the largest error of a feature",
                      .x = {.label = "steps T", .scale = Scale::log},
                      .y = {.label = "discrepancy", .scale = Scale::log},
                      .height = 320};
    for (const auto& [chart, value] :
         {std::pair{&error, &CoursePoint::error}, {&discrepancy, &CoursePoint::discrepancy}}) {
        chart->series.push_back(series_of("herding", herding, value));
        if (!draws.empty()) chart->series.push_back(series_of("independent draws", draws, value));
    }
    if (largest_norm && *largest_norm > 0 && herding.size() > 1) {
        const auto first = static_cast<double>(herding.front().t);
        const auto last = static_cast<double>(herding.back().t);
        error.series.push_back({.name = "2R/T, R the largest norm of the weights",
                                .x = {first, last},
                                .y = {2 * *largest_norm / first, 2 * *largest_norm / last},
                                .mark = Mark::reference});
    }
    return {.title = error.title, .charts = {error, discrepancy}, .note = why_empty(herding, error)};
}

}  // namespace drover
