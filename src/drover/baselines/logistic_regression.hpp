#pragma once

#include <vector>

#include <drover/baselines/labelled_rows.hpp>

namespace drover::baselines {

struct LogisticRegressionOptions {
    double l2 = 1;             ///< above 0; see LogisticRegression
    int max_iterations = 100;  ///< at least 0; a handful is usual
    double tolerance = 1e-8;   ///< above 0; on the largest magnitude of the gradient
};

/// ln P(y = 1 | x) / P(y = 0 | x) = b + <w, x>, with w and b that minimise
///     sum over rows of -ln P(y | x)  +  l2 / 2 * |w|^2.
/// The penalty is added to the sum, not the average, of the losses, and leaves b free: scikit-learn's
/// C = 1 / l2. It keeps w finite where a plane separates the labels. If all rows have the same label, w is 0
/// and b infinite: that label is certain. Newton's method with step halving: an iteration costs the squared
/// ones of each row and width^3 / 3.
class LogisticRegression {
  public:
    explicit LogisticRegression(LogisticRegressionOptions options = {});

    void fit(const LabelledRows& data);
    double log_odds(const BitRow& row) const;
    /// P(y = 1 | x).
    double probability(const BitRow& row) const;
    /// The more probable label, 0 at even odds.
    bool predict(const BitRow& row) const { return log_odds(row) > 0; }

    const std::vector<double>& coefficients() const { return coefficients_; }
    double intercept() const { return intercept_; }
    int iterations() const { return iterations_; }
    /// Whether the last fit ended within the tolerance.
    bool converged() const { return converged_; }

  private:
    LogisticRegressionOptions options_;
    std::vector<double> coefficients_;
    double intercept_ = 0;
    int iterations_ = 0;
    bool converged_ = false;
};

}  // namespace drover::baselines
