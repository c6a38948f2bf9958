#pragma once

#include <cstddef>
#include <span>

namespace drover {

/// y = intercept + slope * x by least squares. [low, high] holds the slope with 95 % confidence: slope -+ t *
/// slope_error, t the quantile of Student's distribution with point_count - 2 degrees of freedom. The points
/// are treated as independent: for points of one curve the interval is too narrow, and only shows how
/// straight it is.
struct LineFit {
    double slope = 0;
    double intercept = 0;
    double slope_error =
        0;  ///< standard error, from the residuals; infinite for two points, which leave none
    double low = 0;
    double high = 0;
    std::size_t point_count = 0;
};

/// Throws InputError unless there are as many y as x, all finite, with two different x among them.
LineFit fit_line(std::span<const double> x, std::span<const double> y);

/// The 0.975 quantile of Student's distribution: the half width of the 95 %
/// interval in standard errors. Relative error below 0.002; infinite for zero degrees of freedom.
double student_quantile(std::size_t degrees_of_freedom);

}  // namespace drover
