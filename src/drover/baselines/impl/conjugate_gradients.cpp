#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <LBFGS.h>

#include <drover/baselines/impl/conjugate_gradients.hpp>
#include <drover/baselines/impl/drbm_kernel.hpp>
#include <drover/core/aligned_vector.hpp>

namespace drover::baselines::impl {
namespace {

using Point = Eigen::VectorXd;  // of one number: the step
using Settings = LBFGSpp::LBFGSParam<double>;

// Rasmussen's constants for conjugate gradients: lines are searched more closely than for quasi-Newton steps.
Settings line_settings() {
    Settings settings;
    settings.ftol = 0.05;
    settings.wolfe = 0.1;
    settings.max_linesearch = 20;
    settings.linesearch = LBFGSpp::LBFGS_LINESEARCH_BACKTRACKING_STRONG_WOLFE;
    return settings;
}

// A step that lowers the value, or 0. `slope` at 0 is negative.
double search(LineFunction& function, double& value, double slope, double first) {
    static const Settings settings = line_settings();
    double best = 0;
    double lowest = value;
    const auto along = [&](const Point& at, Point& gradient) {
        const ValueAndSlope found = function.at(at[0]);
        gradient[0] = found.slope;
        if (found.value < lowest) {
            lowest = found.value;
            best = at[0];
        }
        return found.value;
    };
    Point x = Point::Zero(1);
    Point gradient = Point::Constant(1, slope);
    double step = first;
    double last = value;
    try {
        LBFGSpp::LineSearchNocedalWright<double>::LineSearch(along, last, x, gradient, step,
                                                             Point::Constant(1, 1), Point::Zero(1), settings);
    } catch (const std::runtime_error&) {
        step = best;
    } catch (const std::logic_error&) {
        step = best;
    }
    if (!(last < value)) step = best;
    value = step == best ? lowest : last;
    return step;
}

// The gradient and the direction between two line searches.
class Descent {
  public:
    explicit Descent(LineFunction& function)
        : function_{function},
          gradient_(function.size()),
          before_(function.size()),
          direction_(function.size()),
          value_{function.gradient(gradient_)},
          length2_{product(gradient_, gradient_)} {
        restart();
    }

    double value() const { return value_; }
    bool is_at_rest() const { return !(length2_ > 0) || !std::isfinite(value_); }

    /// Searches the direction from the steepest descent, if it leads downhill; the step taken, or 0.
    double search_line(double first) {
        if (slope_ >= 0) return 0;
        function_.aim(direction_);
        const double step = search(function_, value_, slope_, first);
        if (step != 0) function_.move(step);
        return step;
    }

    /// Back to steepest descent; false if that is the direction already.
    bool restart() {
        if (is_steepest_) return false;
        blend(direction_.data(), 0, gradient_.data(), -1, direction_.size());
        slope_ = -length2_;
        return is_steepest_ = true;
    }

    /// The next direction after a step: how much steeper the last slope was.
    double turn() {
        std::swap(gradient_, before_);
        function_.gradient(gradient_);
        const double length2 = product(gradient_, gradient_);
        const double share = (length2 - product(gradient_, before_)) / length2_;
        const double slope = slope_;
        length2_ = length2;
        is_steepest_ = false;
        if (share > 0) {
            blend(direction_.data(), share, gradient_.data(), -1, direction_.size());
            slope_ = product(gradient_, direction_);
        }
        if (share <= 0 || slope_ >= 0) restart();
        return slope / slope_;
    }

  private:
    using Numbers = AlignedVector<double>;

    static double product(const Numbers& a, const Numbers& b) {
        return dot_product(a.data(), b.data(), a.size());
    }

    LineFunction& function_;
    Numbers gradient_;
    Numbers before_;
    Numbers direction_;
    double value_;
    double length2_;
    double slope_ = 0;
    bool is_steepest_ = false;
};

}  // namespace

double conjugate_gradients(LineFunction& function, int line_searches, double& step) {
    Descent descent{function};
    double trial = step;
    for (int i = 0; i < line_searches && !descent.is_at_rest(); ++i) {
        const double found = descent.search_line(trial);
        if (found == 0) {
            if (!descent.restart()) break;
            continue;
        }
        if (i == 0) step = found;
        trial = found;
        if (i + 1 < line_searches) trial *= std::min(10.0, descent.turn());
    }
    return descent.value();
}

}  // namespace drover::baselines::impl
