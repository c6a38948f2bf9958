#include <algorithm>
#include <bit>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/herd/conditional_kernels_detail.hpp>
#include <drover/herd/conditional_weights.hpp>

namespace drover {
namespace {

constexpr double exact = 0x1p52;  // sums of whole numbers up to here are exact in doubles

constexpr double largest_rate = 0x1p40;  // thousands of moves by it stay exact

void check_exact(bool is_exact) {
    check_input(is_exact, [] {
        return std::string{
            "ConditionalWeights: the weights outgrow what is exact: expected smaller inputs or rates"};
    });
}

double magnitude(std::int64_t value) { return std::abs(static_cast<double>(value)); }

double largest_magnitude(std::span<const std::int64_t> values) {
    double largest = 0;
    for (const std::int64_t value : values) largest = std::max(largest, magnitude(value));
    return largest;
}

std::int64_t norm_above(SparseRow x) {
    return static_cast<std::int64_t>(std::sqrt(static_cast<double>(dot(x, x)))) + 1;
}

std::int64_t largest_value(SparseRow x) {
    std::int64_t largest = 0;
    for (const std::int32_t value : x.values)
        largest = std::max(largest, std::abs(static_cast<std::int64_t>(value)));
    return largest;
}

std::int32_t bit(std::span<const std::uint64_t> words, std::size_t j) {
    return static_cast<std::int32_t>(words[j / 64] >> (j % 64) & 1U);
}

}  // namespace

ConditionalWeights::ConditionalWeights(ConditionalShape shape, ConditionalRates rates,
                                       std::span<const std::int64_t> start, std::int64_t largest_sum)
    : shape_{shape},
      rates_{rates},
      stride_{(shape.column_count() + detail::column_block - 1) / detail::column_block *
              detail::column_block},
      largest_sum_{std::max<std::int64_t>(largest_sum, 1)},
      w_(shape.input_count * stride_),
      b_(shape.code.length() * shape.hidden_count),
      theta_(shape.hidden_count),
      alpha_(shape.code.length()),
      offsets_(shape.code.label_count() * stride_),
      biases_(shape.code.label_count()),
      steps_(stride_) {
    const ConditionalRbm slots{shape_};
    check_input(start.size() == slots.feature_count(), [&] {
        return "ConditionalWeights: expected " + std::to_string(slots.feature_count()) + " weights, got " +
               std::to_string(start.size());
    });
    for (std::size_t i = 0; i < shape_.input_count; ++i) {
        for (std::size_t j = 0; j < shape_.column_count(); ++j) {
            const std::int64_t value = start[slots.w_slot(i, j)];
            check_input(value == static_cast<std::int32_t>(value), [&] {
                return "ConditionalWeights: expected start weights of inputs of 32 bits, got " +
                       std::to_string(value);
            });
            w_[i * stride_ + j] = static_cast<std::int32_t>(value);
            w_bound_ = std::max(w_bound_, std::abs(value));
        }
    }
    const auto rest = start.begin() + static_cast<std::ptrdiff_t>(slots.b_slot(0, 0));
    std::copy_n(rest, b_.size(), b_.begin());
    std::copy_n(start.begin() + static_cast<std::ptrdiff_t>(slots.theta_slot(0)), theta_.size(),
                theta_.begin());
    std::copy_n(start.begin() + static_cast<std::ptrdiff_t>(slots.alpha_slot(0)), alpha_.size(),
                alpha_.begin());
    check_exact(std::max({magnitude(rates_.b), magnitude(rates_.theta), magnitude(rates_.alpha)}) <=
                largest_rate);
    find_offsets();
    check_range();
}

std::vector<std::int64_t> ConditionalWeights::values() const {
    const ConditionalRbm slots{shape_};
    std::vector<std::int64_t> all(slots.feature_count());
    for (std::size_t i = 0; i < shape_.input_count; ++i) {
        for (std::size_t j = 0; j < shape_.column_count(); ++j) all[slots.w_slot(i, j)] = w_[i * stride_ + j];
    }
    auto next =
        std::copy(b_.begin(), b_.end(), all.begin() + static_cast<std::ptrdiff_t>(slots.b_slot(0, 0)));
    next = std::copy(theta_.begin(), theta_.end(), next);
    std::copy(alpha_.begin(), alpha_.end(), next);
    return all;
}

// y' B for a label is +-B of a single sign; for 1-of-K it is 2 B_label - sum of all.
void ConditionalWeights::find_offsets() {
    const LabelCode& code = shape_.code;
    const double largest =
        std::max({largest_magnitude(b_), largest_magnitude(theta_), largest_magnitude(alpha_)});
    check_exact(largest * static_cast<double>(code.length() + 3) <= exact);  // sums of them, too
    const std::size_t hidden = shape_.hidden_count;
    const bool is_sign = code.length() == 1;
    for (std::size_t j = 0; j < hidden; ++j) {
        std::int64_t base = theta_[j];
        for (std::size_t l = 0; l < code.length(); ++l) base -= b_[l * hidden + j];
        for (std::size_t k = 0; k < code.label_count(); ++k) {
            const std::int64_t own = is_sign ? (k == 1 ? b_[j] : 0) : b_[k * hidden + j];
            offsets_[k * stride_ + j] = static_cast<double>(base + 2 * own);
        }
    }
    for (std::size_t k = 0; k < code.label_count(); ++k) {
        std::int64_t bias = 0;
        for (std::size_t l = 0; l < code.length(); ++l) bias += code.at(k, l) * alpha_[l];
        biases_[k] = static_cast<double>(bias);
    }
}

void ConditionalWeights::check_range() {
    const double columns = static_cast<double>(shape_.column_count());
    double offset = 0;
    for (const double value : offsets_) offset = std::max(offset, std::abs(value));
    double bias = 0;
    for (const double value : biases_) bias = std::max(bias, std::abs(value));
    const auto fits = [&] {
        const double field = static_cast<double>(w_bound_) * static_cast<double>(largest_sum_);
        return w_bound_ < std::int64_t{1} << 31U && columns * (field + offset) + bias < exact;
    };
    if (fits()) return;
    w_bound_ = 0;
    for (const std::int32_t value : w_)
        w_bound_ = std::max(w_bound_, std::abs(static_cast<std::int64_t>(value)));
    check_exact(fits());
}

void ConditionalWeights::find_fields(SparseRow x, std::span<double> fields) const {
    detail::find_input_fields({x, w_.data(), stride_, fields.data()});
}

ConditionalWeights::Judgement ConditionalWeights::judge(std::span<const double> fields,
                                                        std::span<double> scores) const {
    find_scores(fields, scores);
    Judgement found;
    double best = scores[0];
    double next = -2 * exact;
    for (std::size_t k = 1; k < scores.size(); ++k) {
        next = std::max(next, std::min(scores[k], best));
        if (scores[k] > best) found.label = k;
        best = std::max(best, scores[k]);
    }
    found.margin = static_cast<std::int64_t>(best - next);
    return found;
}

void ConditionalWeights::find_scores(std::span<const double> fields, std::span<double> scores) const {
    const LabelCode& code = shape_.code;
    std::copy(biases_.begin(), biases_.end(), scores.begin());
    if (shape_.hidden_count > 0) {
        detail::add_magnitudes({fields.data(), offsets_.data(), stride_, scores.size(), scores.data()});
        return;
    }
    for (std::size_t k = 0; k < scores.size(); ++k) {
        for (std::size_t l = 0; l < code.length(); ++l)
            scores[k] += static_cast<double>(code.at(k, l)) * fields[l];
    }
}

void ConditionalWeights::find_hidden(std::span<const double> fields, std::size_t label,
                                     std::span<std::uint64_t> words) const {
    std::fill(words.begin(), words.end(), 0);
    for (std::size_t j = 0; j < shape_.hidden_count; ++j) {
        const bool is_up = fields[j] + offsets_[label * stride_ + j] > 0;
        words[j / 64] |= std::uint64_t{is_up ? 1U : 0U} << (j % 64);
    }
}

void ConditionalWeights::find_steps(const Mistake& mistake, std::span<std::int32_t> steps) const {
    const LabelCode& code = shape_.code;
    for (std::size_t j = 0; j < shape_.hidden_count; ++j)
        steps[j] = rates_.w * (bit(mistake.completed_hidden, j) - bit(mistake.predicted_hidden, j));
    for (std::size_t l = 0; shape_.hidden_count == 0 && l < code.length(); ++l) {
        const std::int64_t difference = (code.at(mistake.label, l) - code.at(mistake.predicted, l)) / 2;
        steps[l] = rates_.w * static_cast<std::int32_t>(difference);
    }
}

void ConditionalWeights::move(const Mistake& mistake) {
    find_steps(mistake, steps_);
    detail::move_inputs({mistake.x, steps_.data(), w_.data(), stride_});
    std::int64_t changed = 0;
    for (const std::int32_t step : steps_) changed += std::abs(step);
    const LabelCode& code = shape_.code;
    for (std::size_t l = 0; l < code.length(); ++l)
        alpha_[l] += rates_.alpha * (code.at(mistake.label, l) - code.at(mistake.predicted, l)) / 2;
    move_hidden(mistake);
    pending_ = std::min(pending_ + 2 * changed * norm_above(mistake.x), std::int64_t{1} << 60U);
    w_bound_ += rates_.w * largest_value(mistake.x);
}

void ConditionalWeights::move_hidden(const Mistake& mistake) {
    const LabelCode& code = shape_.code;
    const std::size_t hidden = shape_.hidden_count;
    for (std::size_t j = 0; j < hidden; ++j)
        theta_[j] += rates_.theta * (bit(mistake.completed_hidden, j) - bit(mistake.predicted_hidden, j));
    for (std::size_t l = 0; l < code.length(); ++l) {
        const std::int64_t completed = code.at(mistake.label, l);
        const std::int64_t predicted = code.at(mistake.predicted, l);
        for (std::size_t j = 0; j < hidden; ++j) {
            const std::int64_t difference = completed * sign_of(bit(mistake.completed_hidden, j) == 1) -
                                            predicted * sign_of(bit(mistake.predicted_hidden, j) == 1);
            b_[l * hidden + j] += rates_.b * difference / 2;
        }
    }
}

void ConditionalWeights::relax(std::span<const std::int64_t> sums, std::int64_t shift) {
    for (std::size_t j = 0; j < sums.size(); ++j) theta_[j] -= relaxed_loss(sums[j], rates_.theta, shift);
}

ScoreDrift ConditionalWeights::settle() {
    old_offsets_ = offsets_;
    old_biases_ = biases_;
    find_offsets();
    check_range();
    double flat = 0;
    for (std::size_t k = 0; k < biases_.size(); ++k) {
        double moved = std::abs(biases_[k] - old_biases_[k]);
        for (std::size_t j = 0; j < shape_.hidden_count; ++j)
            moved += std::abs(offsets_[k * stride_ + j] - old_offsets_[k * stride_ + j]);
        flat = std::max(flat, moved);
    }
    const ScoreDrift drift{.per_norm = pending_, .flat = 2 * static_cast<std::int64_t>(flat)};
    pending_ = 0;
    return drift;
}

}  // namespace drover
