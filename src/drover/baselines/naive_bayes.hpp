#pragma once

#include <vector>

#include <drover/baselines/labelled_rows.hpp>

namespace drover::baselines {

struct NaiveBayesOptions {
    double smoothing = 1;  ///< rows added per label and value of each attribute; above 0
};

/// Attributes independent given the label: P(x_i = 1 | y) = (ones_i(y) + smoothing) / (rows(y) + 2
/// smoothing), and P(y) is the share of the label. If all rows have the same label, that label is certain:
/// its probability is 1 for every row. A fit takes time proportional to the ones of the rows, an answer to
/// those of the row.
class NaiveBayes {
  public:
    explicit NaiveBayes(NaiveBayesOptions options = {});

    void fit(const LabelledRows& data);
    /// ln P(y = 1 | x) / P(y = 0 | x); infinite where only one label was seen.
    double log_odds(const BitRow& row) const;
    /// P(y = 1 | x).
    double probability(const BitRow& row) const;
    /// The more probable label, 0 at even odds.
    bool predict(const BitRow& row) const { return log_odds(row) > 0; }

  private:
    NaiveBayesOptions options_;
    double intercept_ = 0;  // the log odds of a row of zeros
    std::vector<double> coefficients_;
};

}  // namespace drover::baselines
