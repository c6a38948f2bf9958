#include <algorithm>
#include <array>

#include <drover/baselines/impl/best_two.hpp>
#include <drover/baselines/perceptron_weights.hpp>

namespace drover::baselines {
namespace {

constexpr std::size_t scores_together = 16;  // scores side by side

using Scores = std::array<std::int64_t, scores_together>;

// <W_v, x> of the vectors from `first` on.
Scores scores_from(const std::int64_t* weights, std::size_t vectors, std::size_t first, SparseRow row) {
    const std::size_t count = std::min(scores_together, vectors - first);
    Scores scores{};
    for (std::size_t e = 0; e < row.size(); ++e) {
        const std::int64_t value = row.values[e];
        const std::int64_t* own = weights + row.columns[e] * vectors + first;
        for (std::size_t v = 0; v < count; ++v) scores[v] += value * own[v];
    }
    return scores;
}

}  // namespace

PerceptronWeights::PerceptronWeights(std::size_t column_count, std::size_t class_count, ZeroSign zero)
    : columns_{column_count},
      classes_{class_count},
      vectors_{class_count == 2 ? 1 : class_count},
      zero_{zero},
      weights_(column_count * vectors_) {}

PerceptronJudgement PerceptronWeights::judge(SparseRow row) const {
    if (classes_ == 2) {
        const std::int64_t score = scores_from(weights_.data(), 1, 0, row)[0];
        const bool is_positive = score > 0 || (score == 0 && zero_ == ZeroSign::plus);
        return {is_positive ? 1U : 0U, score < 0 ? -score : score};
    }
    impl::BestTwo<std::int64_t> best;
    for (std::size_t first = 0; first < vectors_; first += scores_together) {
        const Scores scores = scores_from(weights_.data(), vectors_, first, row);
        for (std::size_t v = 0; v < std::min(scores_together, vectors_ - first); ++v) best.add(scores[v]);
    }
    return best.judgement();
}

void PerceptronWeights::add(SparseRow row, std::int64_t factor, std::size_t vector) {
    for (std::size_t e = 0; e < row.size(); ++e)
        weights_[row.columns[e] * vectors_ + vector] += factor * row.values[e];
}

void PerceptronWeights::learn(SparseRow row, std::uint32_t label, std::uint32_t predicted,
                              std::int64_t times) {
    if (label == predicted) return;
    if (classes_ == 2) {
        add(row, label == 1 ? 2 * times : -2 * times, 0);
        return;
    }
    add(row, 2 * times, label);
    add(row, -2 * times, predicted);
}

}  // namespace drover::baselines
