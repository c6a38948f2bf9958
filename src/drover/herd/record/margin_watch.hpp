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
        const bool is_positive = step.margin > Margin{};
        const double margin = static_cast<double>(step.margin) * step.weights.margin_unit();
        add(1, is_positive ? 1 : 0, step.t, margin);
    }
    /// Records several consecutive steps: their number, how many had a margin above zero, the first of those,
    /// and the largest margin in real units.
    void add(std::int64_t steps, std::int64_t positive, std::int64_t first_positive, double worst) {
        margins_.steps += steps;
        if (positive > 0 && !margins_.first_positive) margins_.first_positive = first_positive;
        margins_.positive += positive;
        margins_.worst = margins_.worst ? std::max(*margins_.worst, worst) : worst;
    }
    const Margins& result() const { return margins_; }

  private:
    Margins margins_;
};

}  // namespace drover
