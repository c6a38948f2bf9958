#pragma once

#include <vector>

#include <drover/core/matrix_view.hpp>

namespace drover::baselines {

struct MultinomialRegressionOptions {
    double l2 = 1e-3;           ///< at least 0; see MultinomialRegression
    int max_iterations = 1000;  ///< of L-BFGS
    double tolerance = 1e-6;    ///< on the length of the gradient, divided by the rows
};

/// P(class c | x) ~ exp(b_c + <w_c, x>), with w and b that minimise
///     sum over rows of -ln P(class | x)  +  l2 / 2 * |w|^2.
/// The penalty is added to the sum, not the average, and leaves b free: scikit-learn's C = 1 / l2. Columns
/// should have about equal spread.
class MultinomialRegression {
  public:
    explicit MultinomialRegression(MultinomialRegressionOptions options = {});

    /// One label per row, below class_count. Throws InputError for no rows, or for sizes that do not agree.
    void fit(MatrixView<const double> rows, const std::vector<std::size_t>& labels, std::size_t class_count);
    /// b_c + <w_c, x> of each class: differences are log odds.
    std::vector<double> scores(std::span<const double> row) const;
    /// The most probable class, the lowest of equals.
    std::size_t predict(std::span<const double> row) const;
    bool converged() const { return converged_; }
    int iterations() const { return iterations_; }

  private:
    MultinomialRegressionOptions options_;
    std::size_t width_ = 0;
    std::size_t classes_ = 0;
    std::vector<double> parameters_;  // for each class: its coefficients, then its intercept
    bool converged_ = false;
    int iterations_ = 0;
};

/// The share of rows whose prediction is wrong.
double error_of(const MultinomialRegression& model, MatrixView<const double> rows,
                const std::vector<std::size_t>& labels);

}  // namespace drover::baselines
