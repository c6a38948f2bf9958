#include <algorithm>
#include <bit>
#include <cmath>

#include <drover/classify/impl/kernels.hpp>
#include <drover/classify/weights.hpp>
#include <drover/core/check.hpp>

namespace drover::classify {
namespace {

constexpr double exact_up_to = 0x1p52;  // sums of integers up to here are exact in doubles

constexpr double largest_rate = 0x1p40;  // thousands of moves at this rate stay exact

void check_exact(bool is_exact) {
    check_input(is_exact, [] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "ConditionalWeights"},
                       .text = "the weights are too large to stay exact: expected smaller inputs or rates"};
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
      stride_{(shape.column_count() + impl::column_block - 1) / impl::column_block * impl::column_block},
      largest_sum_{std::max<std::int64_t>(largest_sum, 1)},
      w_(shape.input_count * stride_),
      labels_{std::vector<std::int64_t>(shape.code.length() * shape.hidden_count),
              std::vector<std::int64_t>(shape.hidden_count), std::vector<std::int64_t>(shape.code.length())},
      offsets_{shape, stride_},
      steps_(stride_) {
    const ConditionalRbm slots{shape_};
    check_input(start.size() == slots.feature_count(), [&] {
        return Problem{Fault::range,
                       {.function = "ConditionalWeights"},
                       std::to_string(slots.feature_count()) + " weights",
                       std::to_string(start.size())};
    });
    for (std::size_t i = 0; i < shape_.input_count; ++i) {
        for (std::size_t j = 0; j < shape_.column_count(); ++j) {
            const std::int64_t value = start[slots.w_slot(i, j)];
            check_input(value == static_cast<std::int32_t>(value), [&] {
                return Problem{Fault::range,
                               {.function = "ConditionalWeights"},
                               "start weights of inputs of 32 bits",
                               std::to_string(value)};
            });
            w_[i * stride_ + j] = static_cast<std::int32_t>(value);
            w_bound_ = std::max(w_bound_, std::abs(value));
        }
    }
    auto next = start.begin() + static_cast<std::ptrdiff_t>(slots.b_slot(0, 0));
    for (std::vector<std::int64_t>* part : {&labels_.b, &labels_.theta, &labels_.alpha}) {
        std::copy_n(next, part->size(), part->begin());
        next += static_cast<std::ptrdiff_t>(part->size());
    }
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
    auto next = all.begin() + static_cast<std::ptrdiff_t>(slots.b_slot(0, 0));
    for (const std::vector<std::int64_t>* part : {&labels_.b, &labels_.theta, &labels_.alpha})
        next = std::copy(part->begin(), part->end(), next);
    return all;
}

void ConditionalWeights::find_offsets() {
    const double largest = std::max(
        {largest_magnitude(labels_.b), largest_magnitude(labels_.theta), largest_magnitude(labels_.alpha)});
    check_exact(largest * static_cast<double>(shape_.code.length() + 3) <= exact_up_to);  // sums of them, too
    offsets_.find(labels_);
}

void ConditionalWeights::check_range() {
    const auto columns = static_cast<double>(shape_.column_count());
    const double offset = offsets_.largest_hidden();
    const double bias = offsets_.largest_bias();
    const auto fits = [&] {
        const double field = static_cast<double>(w_bound_) * static_cast<double>(largest_sum_);
        return w_bound_ < std::int64_t{1} << 31U && columns * (field + offset) + bias < exact_up_to;
    };
    if (fits()) return;
    w_bound_ = 0;
    for (const std::int32_t value : w_)
        w_bound_ = std::max(w_bound_, std::abs(static_cast<std::int64_t>(value)));
    check_exact(fits());
}

void ConditionalWeights::find_fields(SparseRow x, std::span<double> fields) const {
    impl::find_input_fields({x, w_.data(), stride_, fields.data()});
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
    impl::move_inputs({mistake.x, steps_.data(), w_.data(), stride_});
    std::int64_t changed = 0;
    for (const std::int32_t step : steps_) changed += std::abs(step);
    const LabelCode& code = shape_.code;
    for (std::size_t l = 0; l < code.length(); ++l)
        labels_.alpha[l] += rates_.alpha * (code.at(mistake.label, l) - code.at(mistake.predicted, l)) / 2;
    move_hidden(mistake);
    pending_ = std::min(pending_ + 2 * changed * norm_above(mistake.x), std::int64_t{1} << 60U);
    w_bound_ += rates_.w * largest_value(mistake.x);
    has_moved_ = true;
}

void ConditionalWeights::move_hidden(const Mistake& mistake) {
    const LabelCode& code = shape_.code;
    const std::size_t hidden = shape_.hidden_count;
    for (std::size_t j = 0; j < hidden; ++j)
        labels_.theta[j] +=
            rates_.theta * (bit(mistake.completed_hidden, j) - bit(mistake.predicted_hidden, j));
    for (std::size_t l = 0; l < code.length(); ++l) {
        const std::int64_t completed = code.at(mistake.label, l);
        const std::int64_t predicted = code.at(mistake.predicted, l);
        for (std::size_t j = 0; j < hidden; ++j) {
            const std::int64_t difference = completed * sign_of(bit(mistake.completed_hidden, j) == 1) -
                                            predicted * sign_of(bit(mistake.predicted_hidden, j) == 1);
            labels_.b[l * hidden + j] += rates_.b * difference / 2;
        }
    }
}

void ConditionalWeights::relax(std::span<const std::int64_t> sums, std::int64_t shift) {
    for (std::size_t j = 0; j < sums.size(); ++j)
        labels_.theta[j] -= relaxed_loss(sums[j], rates_.theta, shift);
    has_moved_ = has_moved_ || !sums.empty();
}

ScoreDrift ConditionalWeights::settle() {
    if (!has_moved_) return {};
    old_offsets_ = offsets_;
    find_offsets();
    check_range();
    const ScoreDrift drift{
        .per_norm = pending_,
        .flat = static_cast<std::int64_t>(std::ceil(largest_drift(old_offsets_, offsets_)))};
    pending_ = 0;
    has_moved_ = false;
    return drift;
}

}  // namespace drover::classify
