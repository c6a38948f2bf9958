#pragma once

#include <cstdint>
#include <vector>

#include <drover/core/check.hpp>

namespace drover {

/// The states and weights themselves, every `stride` steps. Memory grows with the run.
template <class State>
class Trajectory {
  public:
    struct Point {
        std::int64_t t;
        State state;
        std::vector<double> weights;  ///< after the step, in real units
    };

    explicit Trajectory(std::int64_t stride = 1) : stride_{stride} {
        check_input(stride > 0, [] {
            return Problem{Fault::range, {.key = "Trajectory"}, "a stride of at least 1"};
        });
    }

    template <class Step>
    void record(const Step& step) {
        if (seen_++ % stride_ != 0) return;
        Point point{.t = step.t, .state = step.state, .weights = {}};
        const auto scale = static_cast<double>(step.weights.scale());
        for (std::size_t a = 0; a < step.weights.size(); ++a) {
            point.weights.push_back(static_cast<double>(step.weights[a]) / scale);
        }
        points_.push_back(std::move(point));
    }
    const std::vector<Point>& result() const { return points_; }

  private:
    std::int64_t stride_;
    std::int64_t seen_ = 0;
    std::vector<Point> points_;
};

}  // namespace drover
