#pragma once

#include <functional>
#include <span>
#include <vector>

#include <drover/core/run_control.hpp>

namespace drover::baselines::impl {

struct Minimum {
    std::vector<double> x;
    double value = 0;
    int iterations = 0;
    bool converged = false;
    bool stopped = false;  ///< before the end: then x is the start
};

struct MinimizeOptions {
    int max_iterations = 500;
    double gradient_tolerance = 1e-8;  ///< on the length of the gradient
    double value_tolerance = 1e-12;    ///< on the change of the value, relative where that is above 1
    RunControl control = {};  ///< checked, and told the iterations, at every evaluation of the function
};

/// Writes the gradient at x and returns the value.
using Objective = std::function<double(std::span<const double> x, std::span<double> gradient)>;

/// A minimum of a smooth function by L-BFGS (LBFGSpp); every step meets the strong Wolfe conditions.
/// `converged` is false after max_iterations, and where rounding stops the search before the tolerance.
Minimum minimize(const Objective& objective, const std::vector<double>& start,
                 const MinimizeOptions& options = {});

}  // namespace drover::baselines::impl
