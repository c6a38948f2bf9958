#pragma once

#include <cstdint>
#include <limits>

#include <drover/baselines/perceptron_weights.hpp>

namespace drover::baselines::impl {

/// The largest of some scores, the first of equals, and the second largest.
template <class Value>
class BestTwo {
  public:
    void add(Value score) {
        const bool is_better = next_ == 0 || score > best_;
        if (next_ > 0 && (next_ == 1 || is_better || score > second_)) second_ = is_better ? best_ : score;
        if (is_better) {
            best_ = score;
            label_ = next_;
        }
        ++next_;
    }
    /// With a single score the lead is the largest number.
    PerceptronJudgement judgement() const {
        constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
        return {label_, next_ < 2 ? none : static_cast<std::int64_t>(best_ - second_)};
    }

  private:
    std::uint32_t next_ = 0;
    std::uint32_t label_ = 0;
    Value best_ = 0;
    Value second_ = 0;
};

}  // namespace drover::baselines::impl
