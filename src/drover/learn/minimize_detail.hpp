#pragma once

#include <functional>
#include <span>
#include <vector>

namespace drover::detail {

struct Minimum {
    std::vector<double> x;
    double value = 0;
    int iterations = 0;
    bool converged = false;
};

struct MinimizeOptions {
    int max_iterations = 500;
    double gradient_tolerance = 1e-8;  ///< on the largest magnitude of the gradient
    double value_tolerance = 1e-12;    ///< on the relative change of the value
};

/// Writes the gradient at x and returns the value.
using Objective = std::function<double(std::span<const double> x, std::span<double> gradient)>;

/// A minimum of a smooth function by L-BFGS, Ceres Solver's.
Minimum minimize(const Objective& objective, std::vector<double> start, const MinimizeOptions& options = {});

}  // namespace drover::detail
