#include <algorithm>
#include <cmath>
#include <functional>

#include <drover/classify/impl/kernels.hpp>
#include <drover/classify/label_offsets.hpp>

namespace drover::classify {
namespace {

double largest_magnitude(std::span<const double> values) {
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    return largest;
}

}  // namespace

LabelJudgement best_of(std::span<const double> scores) {
    std::size_t label = 0;
    double best = scores[0];
    double next = -HUGE_VAL;
    for (std::size_t k = 1; k < scores.size(); ++k) {
        next = std::max(next, std::min(scores[k], best));
        if (scores[k] > best) label = k;
        best = std::max(best, scores[k]);
    }
    return {label, best - next};
}

LabelOffsets::LabelOffsets(const ConditionalShape& shape, std::size_t stride)
    : shape_{shape},
      stride_{stride},
      hidden_(shape.code.label_count() * stride),
      biases_(shape.code.label_count()) {}

// y' B for a label is +-B of a single sign; for 1-of-K it is 2 B_label - sum of all.
void LabelOffsets::find(const LabelWeights& weights) {
    const LabelCode& code = shape_.code;
    const std::size_t hidden = shape_.hidden_count;
    std::vector<std::int64_t> base = weights.theta;
    for (std::size_t l = 0; l < code.length(); ++l) {
        for (std::size_t j = 0; j < hidden; ++j) base[j] -= weights.b[l * hidden + j];
    }
    for (std::size_t k = 0; k < code.label_count(); ++k) {
        const std::int64_t own = code.length() > 1 || k == 1 ? 2 : 0;
        const std::int64_t* b = weights.b.data() + (code.length() > 1 ? k * hidden : 0);
        for (std::size_t j = 0; j < hidden; ++j)
            hidden_[k * stride_ + j] = static_cast<double>(base[j] + own * b[j]);
        std::int64_t bias = 0;
        for (std::size_t l = 0; l < code.length(); ++l) bias += code.at(k, l) * weights.alpha[l];
        biases_[k] = static_cast<double>(bias);
    }
}

double LabelOffsets::largest_hidden() const { return largest_magnitude(hidden_); }

double LabelOffsets::largest_bias() const { return largest_magnitude(biases_); }

LabelJudgement LabelOffsets::judge(std::span<const double> fields, std::span<double> scores) const {
    find_scores(fields, scores);
    return best_of(scores);
}

void LabelOffsets::find_scores(std::span<const double> fields, std::span<double> scores) const {
    const LabelCode& code = shape_.code;
    std::copy(biases_.begin(), biases_.end(), scores.begin());
    if (shape_.hidden_count > 0) {
        impl::add_magnitudes({fields.data(), hidden_.data(), stride_, scores.size(), scores.data()});
        return;
    }
    for (std::size_t k = 0; k < scores.size(); ++k) {
        for (std::size_t l = 0; l < code.length(); ++l)
            scores[k] += static_cast<double>(code.at(k, l)) * fields[l];
    }
}

void LabelOffsets::find_hidden(std::span<const double> fields, std::size_t label,
                               std::span<std::uint64_t> words) const {
    std::fill(words.begin(), words.end(), 0);
    for (std::size_t j = 0; j < shape_.hidden_count; ++j) {
        const bool is_up = fields[j] + hidden_[label * stride_ + j] > 0;
        words[j / 64] |= std::uint64_t{is_up ? 1U : 0U} << (j % 64);
    }
}

// Of a hidden unit's moves the middle one is as if its field had moved: that shifts a label's score against
// another's by twice as much, at most. What is left is each label's own.
double largest_drift(const LabelOffsets& from, const LabelOffsets& to) {
    const std::size_t labels = to.label_count();
    std::vector<double> lowest(to.stride(), HUGE_VAL);
    std::vector<double> highest(to.stride(), -HUGE_VAL);
    for (std::size_t k = 0; k < labels; ++k) {
        for (std::size_t j = 0; j < lowest.size(); ++j) {
            const double move = to.hidden(k)[j] - from.hidden(k)[j];
            lowest[j] = std::min(lowest[j], move);
            highest[j] = std::max(highest[j], move);
        }
    }
    double shifted = 0;
    for (std::size_t j = 0; j < lowest.size(); ++j) shifted += std::abs(lowest[j] + highest[j]) / 2;
    std::vector<double> own(labels);
    for (std::size_t k = 0; k < labels; ++k) {
        own[k] = std::abs(to.biases()[k] - from.biases()[k]);
        for (std::size_t j = 0; j < lowest.size(); ++j)
            own[k] += std::abs(to.hidden(k)[j] - from.hidden(k)[j] - (lowest[j] + highest[j]) / 2);
    }
    std::nth_element(own.begin(), own.begin() + 1, own.end(), std::greater<>{});
    return 2 * shifted + own[0] + own[1];
}

}  // namespace drover::classify
