#include <algorithm>
#include <array>

#include <drover/baselines/impl/best_two.hpp>
#include <drover/baselines/impl/integer_weights.hpp>
#include <drover/baselines/impl/perceptron_kernel.hpp>
#include <drover/number/int128.hpp>

namespace drover::baselines::impl {

std::int64_t sum_of_sizes(SparseRow row) {
    std::int64_t sum = 0;
    for (const std::int64_t value : row.values) sum += value < 0 ? -value : value;
    return sum;
}

IntegerWeights::IntegerWeights(std::size_t column_count, std::size_t class_count)
    : classes_{class_count},
      stride_{(class_count + score_block - 1) / score_block * score_block},
      weights_(column_count * stride_) {}

void IntegerWeights::learn(SparseRow row, std::uint32_t label, std::uint32_t predicted) {
    std::int64_t largest = 0;
    for (std::size_t e = 0; e < row.size(); ++e) {
        const std::int64_t value = row.values[e];
        double* own = weights_.data() + row.columns[e] * stride_;
        own[label] += 2 * static_cast<double>(value);
        own[predicted] -= 2 * static_cast<double>(value);
        largest = std::max(largest, value < 0 ? -value : value);
    }
    largest_ += 2 * largest;
}

bool IntegerWeights::is_exact_for(std::int64_t sum) const {
    return static_cast<Int128>(largest_) * sum < Int128{1} << 53U;
}

PerceptronJudgement IntegerWeights::judge(SparseRow row) const {
    BestTwo<double> best;
    std::array<double, score_block> scores;
    for (std::size_t first = 0; first < classes_; first += score_block) {
        find_integer_scores(row, weights_.data() + first, stride_, scores.data());
        for (std::size_t v = 0; v < std::min(score_block, classes_ - first); ++v) best.add(scores[v]);
    }
    return best.judgement();
}

}  // namespace drover::baselines::impl
