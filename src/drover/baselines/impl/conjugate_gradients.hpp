#pragma once

#include <span>

namespace drover::baselines::impl {

struct ValueAndSlope {
    double value = 0;
    double slope = 0;
};

/// A smooth function, its current point and a line through it.
class LineFunction {
  public:
    LineFunction() = default;
    virtual ~LineFunction() = default;
    LineFunction(const LineFunction&) = delete;
    LineFunction& operator=(const LineFunction&) = delete;
    LineFunction(LineFunction&&) = delete;
    LineFunction& operator=(LineFunction&&) = delete;

    /// A multiple of drbm_lanes.
    virtual std::size_t size() const = 0;
    /// At the point; writes the gradient there.
    virtual double gradient(std::span<double> slopes) = 0;
    /// Sets the line to search along.
    virtual void aim(std::span<const double> direction) = 0;
    virtual ValueAndSlope at(double step) = 0;
    /// Makes point + step * direction the point.
    virtual void move(double step) = 0;
};

/// Nonlinear conjugate gradients (Polak-Ribiere), starting with steepest descent, to which it returns where
/// the coefficient is negative or a line makes no progress. Each of the line searches meets the strong Wolfe
/// conditions (Nocedal and Wright's search, LBFGSpp's). `step` is the first one tried (above 0), and
/// becomes the step of the first search. Returns the value reached, never above the first.
double conjugate_gradients(LineFunction& function, int line_searches, double& step);

}  // namespace drover::baselines::impl
