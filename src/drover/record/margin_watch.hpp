#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace drover {

/// The run-time check of the perceptron cycling theorem: while every margin <w, v> is at or below zero the
/// weights are bounded and the error falls like 1/T.
struct Margins {
    std::int64_t steps = 0;
    std::int64_t positive = 0;                   ///< steps with a margin above zero, exactly
    std::optional<double> worst;                 ///< the largest margin, in real units
    std::optional<std::int64_t> first_positive;  ///< the first step with one
};

class MarginWatch {
  public:
    template <class Step>
    void record(const Step& step) {
        using Margin = std::remove_cvref_t<decltype(step.margin)>;
        ++margins_.steps;
        if (step.margin > Margin{}) {
            ++margins_.positive;
            if (!margins_.first_positive) margins_.first_positive = step.t;
        }
        const double margin = static_cast<double>(step.margin) * step.weights.margin_unit();
        margins_.worst = margins_.worst ? std::max(*margins_.worst, margin) : margin;
    }
    const Margins& result() const { return margins_; }

  private:
    Margins margins_;
};

}  // namespace drover
