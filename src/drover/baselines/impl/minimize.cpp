#include <stdexcept>

#include <LBFGS.h>

#include <drover/baselines/impl/minimize.hpp>

namespace drover::baselines::impl {
namespace {

using Vector = Eigen::VectorXd;
using Settings = LBFGSpp::LBFGSParam<double>;

// Ends the solver, which knows no other way.
struct Stopped {};

struct Function {
    const Objective& objective;
    const RunControl& control;
    double steepest = 0;  // the largest slope at the point last asked for
    int iterations = 0;
    bool stuck = false;  // a line search found nothing lower

    double operator()(const Vector& x, Vector& gradient) {
        control.tell(iterations);
        if (control.stop_requested()) throw Stopped{};
        const auto size = static_cast<std::size_t>(x.size());
        const double value = objective({x.data(), size}, {gradient.data(), size});
        steepest = gradient.lpNorm<Eigen::Infinity>();
        return value;
    }
};

// Nocedal and Wright's search for the strong Wolfe conditions. Where rounding leaves nothing to find it
// throws, or ends at its last trial; here it then stays where it was, and the solver sees a value that does
// not change.
template <class Scalar>
struct StrongWolfe {
    // The solver calls it by this name.
    // NOLINTNEXTLINE(readability-identifier-naming)
    static void LineSearch(Function& function, double& value, Vector& x, Vector& gradient, double& step,
                           const Vector& direction, const Vector& from, const Settings& settings) {
        const double before = value;
        const Vector slopes = gradient;
        const double steepest = function.steepest;
        if (search(function, value, x, gradient, step, direction, from, settings) && value <= before) {
            ++function.iterations;
            return;
        }
        function.stuck = true;
        function.steepest = steepest;
        value = before;
        x = from;
        gradient = slopes;
    }

  private:
    template <class... Arguments>
    static bool search(Arguments&... arguments) {
        try {
            LBFGSpp::LineSearchNocedalWright<Scalar>::LineSearch(arguments...);
        } catch (const std::runtime_error&) {
            return false;
        } catch (const std::logic_error&) {
            return false;
        }
        return true;
    }
};

Settings settings_of(const MinimizeOptions& options) {
    Settings settings;
    settings.m = 20;
    settings.epsilon = options.gradient_tolerance;
    settings.epsilon_rel = 0;
    settings.past = 1;
    settings.delta = options.value_tolerance;
    settings.max_iterations = options.max_iterations;
    settings.linesearch = LBFGSpp::LBFGS_LINESEARCH_BACKTRACKING_STRONG_WOLFE;
    return settings;
}

}  // namespace

Minimum minimize(const Objective& objective, const std::vector<double>& start,
                 const MinimizeOptions& options) try {
    Vector x = Eigen::Map<const Vector>(start.data(), static_cast<Eigen::Index>(start.size()));
    Vector gradient(x.size());
    Function function{.objective = objective, .control = options.control};
    double value = function(x, gradient);
    const Settings settings = settings_of(options);
    // The solver takes 0 iterations for any number.
    if (options.max_iterations > 0) {
        LBFGSpp::LBFGSSolver<double, StrongWolfe>{settings}.minimize(function, x, value);
    }
    const bool is_settled = !function.stuck && function.iterations < options.max_iterations;
    return {.x = {x.begin(), x.end()},
            .value = value,
            .iterations = function.iterations,
            .converged = is_settled || function.steepest <= options.gradient_tolerance};
} catch (const Stopped&) {
    return {.x = start, .stopped = true};
}

}  // namespace drover::baselines::impl
