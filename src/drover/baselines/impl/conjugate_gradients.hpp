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
    /// The line to look along from now on.
    virtual void aim(std::span<const double> direction) = 0;
    virtual ValueAndSlope at(double step) = 0;
    /// Makes point + step * direction the point.
    virtual void move(double step) = 0;
};

/// Nonlinear conjugate gradients, Polak and Ribiere's, from the steepest descent, to which it returns where
/// their coefficient is negative or a line leads nowhere. Each of the line searches meets the strong Wolfe
/// conditions (Nocedal and Wright's search, LBFGSpp's). `step` is the first one tried (above 0), and
/// becomes the one that the first search found. The value reached, never above the first.
double conjugate_gradients(LineFunction& function, int line_searches, double& step);

}  // namespace drover::baselines::impl
