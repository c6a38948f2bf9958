#pragma once

#include <drover/baselines/perceptron_weights.hpp>
#include <drover/core/aligned_vector.hpp>

namespace drover::baselines::impl {

/// The weights of a perceptron of more than two classes as integers in doubles: judges rows that are small
/// enough for exact sums faster.
class IntegerWeights {
  public:
    IntegerWeights(std::size_t column_count, std::size_t class_count);

    void learn(SparseRow row, std::uint32_t label, std::uint32_t predicted);
    /// Whether a row whose absolute values have this sum is judged exactly.
    bool is_exact_for(std::int64_t sum) const;
    PerceptronJudgement judge(SparseRow row) const;

  private:
    std::size_t classes_;
    std::size_t stride_;
    std::int64_t largest_ = 0;       // an upper bound of the weights
    AlignedVector<double> weights_;  // by column, then class
};

/// Sum of the absolute values.
std::int64_t sum_of_sizes(SparseRow row);

}  // namespace drover::baselines::impl
