#pragma once

#include <optional>

#include <drover/finite/error_course.hpp>
#include <drover/plot/panels.hpp>

namespace drover {

/// The error of averages against the steps, of herding beside independent draws, with 2R/T where the largest
/// norm R of the weights is known; below it the discrepancy, which stays where it is while the error falls
/// like 1/T.
Panels error_figure(const std::vector<CoursePoint>& herding, const std::vector<CoursePoint>& draws,
                    std::optional<double> largest_norm);

}  // namespace drover
