#include <algorithm>

#include <ceres/gradient_problem.h>
#include <ceres/gradient_problem_solver.h>

#include <drover/learn/minimize_detail.hpp>

namespace drover::detail {
namespace {

// Ceres asks for the value alone during a line search: the gradient then goes to a spare vector.
class Function final : public ceres::FirstOrderFunction {
  public:
    Function(const Objective& objective, std::size_t size) : objective_{objective}, spare_(size) {}
    bool Evaluate(const double* x, double* cost, double* gradient) const override {
        *cost =
            objective_({x, spare_.size()}, {gradient != nullptr ? gradient : spare_.data(), spare_.size()});
        return true;
    }
    int NumParameters() const override { return static_cast<int>(spare_.size()); }

  private:
    const Objective& objective_;
    mutable std::vector<double> spare_;
};

}  // namespace

Minimum minimize(const Objective& objective, std::vector<double> start, const MinimizeOptions& options) {
    ceres::GradientProblemSolver::Options settings;
    settings.line_search_direction_type = ceres::LBFGS;
    settings.logging_type = ceres::SILENT;
    settings.max_num_iterations = options.max_iterations;
    settings.gradient_tolerance = options.gradient_tolerance;
    settings.function_tolerance = options.value_tolerance;
    settings.parameter_tolerance = 0;
    // Ceres deletes the function with the problem.
    const ceres::GradientProblem problem{new Function{objective, start.size()}};  // NOLINT
    ceres::GradientProblemSolver::Summary summary;
    ceres::Solve(settings, problem, start.data(), &summary);
    return {.x = std::move(start),
            .value = summary.final_cost,
            // The start is the first of Ceres' iterations, unless it is the minimum: then there is none.
            .iterations = std::max(static_cast<int>(summary.iterations.size()) - 1, 0),
            .converged = summary.termination_type == ceres::CONVERGENCE};
}

}  // namespace drover::detail
