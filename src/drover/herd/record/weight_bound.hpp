#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace drover {

/// How far the weights went, in real units.
struct WeightBounds {
    std::vector<double> largest;  ///< max over the steps of |w_a|, one per feature
    double worst = 0;             ///< the largest of those
    double largest_norm = 0;      ///< max over the steps of ||w||
    double last_norm = 0;         ///< ||w|| after the last step
    /// ||w|| / t after the last step: tends to 0 for moments that states can reach, otherwise to the distance
    /// from the reachable moments.
    double norm_per_step = 0;
};

/// Tracks the size of the weights. O(features) per step, also for lazy weights.
class WeightBound {
  public:
    explicit WeightBound(std::size_t feature_count)
        : bounds_{.largest = std::vector<double>(feature_count)} {}

    template <class Step>
    void record(const Step& step) {
        const auto scale = static_cast<double>(step.weights.scale());
        double square = 0;
        for (std::size_t a = 0; a < bounds_.largest.size(); ++a) {
            const double weight = static_cast<double>(step.weights[a]) / scale;
            bounds_.largest[a] = std::max(bounds_.largest[a], std::abs(weight));
            bounds_.worst = std::max(bounds_.worst, bounds_.largest[a]);
            square += weight * weight;
        }
        bounds_.last_norm = std::sqrt(square);
        bounds_.largest_norm = std::max(bounds_.largest_norm, bounds_.last_norm);
        bounds_.norm_per_step = bounds_.last_norm / static_cast<double>(step.t);
    }
    const WeightBounds& result() const { return bounds_; }

  private:
    WeightBounds bounds_;
};

}  // namespace drover
