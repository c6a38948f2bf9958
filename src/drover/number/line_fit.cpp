#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <drover/core/check.hpp>
#include <drover/number/line_fit.hpp>

namespace drover {
namespace {

double mean(std::span<const double> values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

bool all_finite(std::span<const double> values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

void check_points(std::span<const double> x, std::span<const double> y) {
    check_input(x.size() == y.size(), [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "fit_line"},
                       .text = "x (" + std::to_string(x.size()) + ") and y (" + std::to_string(y.size()) +
                               ") must have the same size"};
    });
    check_input(all_finite(x) && all_finite(y), [] {
        return Problem{Fault::range, {.function = "fit_line"}, "finite numbers"};
    });
    const bool spread = std::any_of(x.begin(), x.end(), [&](double value) { return value != x.front(); });
    check_input(spread, [] {
        return Problem{Fault::range, {.function = "fit_line"}, "at least two different x"};
    });
}

}  // namespace

LineFit fit_line(std::span<const double> x, std::span<const double> y) {
    check_points(x, y);
    const double x_mean = mean(x);
    const double y_mean = mean(y);
    double xx = 0;
    double xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - x_mean) * (x[i] - x_mean);
        xy += (x[i] - x_mean) * (y[i] - y_mean);
    }
    LineFit fit{.slope = xy / xx, .point_count = x.size()};
    fit.intercept = y_mean - fit.slope * x_mean;
    double residual = 0;  // sum of squares
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double error = (y[i] - y_mean) - fit.slope * (x[i] - x_mean);
        residual += error * error;
    }
    const std::size_t freedom = x.size() - 2;
    fit.slope_error = freedom == 0 ? std::numeric_limits<double>::infinity()
                                   : std::sqrt(residual / static_cast<double>(freedom) / xx);
    fit.low = fit.slope - student_quantile(freedom) * fit.slope_error;
    fit.high = fit.slope + student_quantile(freedom) * fit.slope_error;
    return fit;
}

double student_quantile(std::size_t degrees_of_freedom) {
    if (degrees_of_freedom == 0) return std::numeric_limits<double>::infinity();
    if (degrees_of_freedom == 1) return 12.706204736174705;  // tan(0.475 pi)
    if (degrees_of_freedom == 2) return 4.302652729911275;   // 0.95 sqrt(2 / (1 - 0.95^2))
    // Expansion in 1/n about the normal quantile z (Abramowitz & Stegun 26.7.5), its terms at z = 1.95996.
    const auto n = static_cast<double>(degrees_of_freedom);
    return 1.959963984540054 + (2.3722712 + (2.8224986 + (2.5558496 + 1.5895341 / n) / n) / n) / n;
}

}  // namespace drover
