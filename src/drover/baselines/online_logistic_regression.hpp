#pragma once

#include <cstdint>
#include <vector>

#include <drover/baselines/labelled_rows.hpp>

namespace drover::baselines {

struct OnlineLogisticRegressionOptions {
    double rate = 1;          ///< of the first sample; above 0
    double half_life = 1000;  ///< samples until the rate is half of that; above 0
};

/// Logistic regression from a stream, one gradient step per sample, storing no samples:
///     step = rate / (1 + t / half_life) * (y - P(y = 1 | x)),  b += step,  w_i += step where x_i = 1,
/// at sample t = 0, 1, ..., from w = 0 and b = 0. A sample takes time proportional to the ones of its row.
class OnlineLogisticRegression {
  public:
    explicit OnlineLogisticRegression(OnlineLogisticRegressionOptions options = {});

    /// One step. The first sample determines the number of attributes.
    void learn(const BitRow& row, bool label);
    /// One step with a column of the row as its label and the others as attributes: what
    /// learn(without(row, column), row[column]) does, without the copy. The column keeps its place with a
    /// coefficient of 0, so log_odds, probability and predict then take full rows, too, and ignore that
    /// column.
    void learn_column(const BitRow& row, std::size_t column);
    /// Forgets, then learns the rows in their order, once.
    void fit(const LabelledRows& data);

    double log_odds(const BitRow& row) const;
    /// P(y = 1 | x).
    double probability(const BitRow& row) const;
    /// The more probable label, 0 at even odds.
    bool predict(const BitRow& row) const { return log_odds(row) > 0; }

    const std::vector<double>& coefficients() const { return coefficients_; }
    double intercept() const { return intercept_; }
    std::int64_t sample_count() const { return sample_count_; }

  private:
    OnlineLogisticRegressionOptions options_;
    std::vector<double> coefficients_;
    double intercept_ = 0;
    std::int64_t sample_count_ = 0;
};

}  // namespace drover::baselines
