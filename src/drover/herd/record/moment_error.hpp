#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <drover/core/check.hpp>
#include <drover/herd/moments/moments.hpp>
#include <drover/number/product.hpp>

namespace drover {

/// Distance between the recorded average and the moments. All zero before the first step.
struct MomentErrors {
    std::int64_t steps = 0;
    std::vector<double> errors;  ///< average - moment, one per feature
    double worst = 0;            ///< the largest magnitude
    std::size_t worst_feature = 0;
    double l2 = 0;                 ///< Euclidean norm
    double worst_times_steps = 0;  ///< bounded exactly when the rate is 1/T
    double l2_times_steps = 0;
};

/// Follows the feature average of the recorded states. Memory and result O(features); a step costs the
/// features it touches. Sums are exact in integers.
template <class F, class Count>
class MomentError {
  public:
    MomentError(F features, BasicMoments<Count> moments)
        : features_{std::move(features)}, moments_{std::move(moments)}, sums_(features_.feature_count()) {
        check_input(moments_.counts.size() == sums_.size(), [&] {
            return Problem{.fault = Fault::range,
                           .place = {.function = "MomentError"},
                           .text = "moments (" + std::to_string(moments_.counts.size()) + ") and features (" +
                                   std::to_string(sums_.size()) + ") must have the same size"};
        });
    }

    template <class Step>
    void record(const Step& step) {
        features_.visit(step.state,
                        [&](std::size_t a, auto value) { sums_[a] += static_cast<Count>(value); });
        ++steps_;
    }
    /// As if the state had been recorded that many times.
    template <class State>
    void add(const State& state, std::int64_t times) {
        features_.visit(state, [&](std::size_t a, auto value) {
            sums_[a] += static_cast<Count>(times) * static_cast<Count>(value);
        });
        steps_ += times;
    }
    MomentErrors result() const {
        MomentErrors result{.steps = steps_, .errors = std::vector<double>(sums_.size())};
        if (steps_ == 0) return result;
        for (std::size_t a = 0; a < sums_.size(); ++a) {
            const double error = error_of(a);
            result.errors[a] = error;
            result.l2 += error * error;
            if (std::abs(error) > result.worst) {
                result.worst = std::abs(error);
                result.worst_feature = a;
            }
        }
        result.l2 = std::sqrt(result.l2);
        result.worst_times_steps = result.worst * static_cast<double>(steps_);
        result.l2_times_steps = result.l2 * static_cast<double>(steps_);
        return result;
    }
    /// Sum of feature a over the recorded states.
    Count sum(std::size_t a) const { return sums_[a]; }

  private:
    // sum / T - count / total over one denominator: the difference is exact in integers.
    double error_of(std::size_t a) const {
        using Product = typename ProductOf<Count>::Type;
        const Product difference = Product{sums_[a]} * Product{moments_.total} -
                                   Product{moments_.counts[a]} * Product{static_cast<Count>(steps_)};
        return static_cast<double>(difference) /
               (static_cast<double>(steps_) * static_cast<double>(moments_.total));
    }

    F features_;
    BasicMoments<Count> moments_;
    std::vector<Count> sums_;
    std::int64_t steps_ = 0;
};

}  // namespace drover
