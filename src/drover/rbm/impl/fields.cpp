#include <algorithm>
#include <cstdlib>

#include <drover/herd/impl/bit_fields.hpp>
#include <drover/rbm/impl/fields.hpp>

namespace drover::rbm::impl {

using drover::impl::FieldRange;
using drover::impl::OneState;
using drover::impl::unit_block;

namespace {

constexpr std::int64_t wide_limit = std::int64_t{1} << 26;  // of fields: 32 of them fit a sum

}  // namespace

Fields::Fields(PackedWeights weights, UnitCoding coding)
    : weights_{std::move(weights)},
      coding_{coding},
      magnitudes_(chunk_count() * weights_.stride()),
      largest_(chunk_count()),
      values_(std::max(weights_.stride(), (weights_.visible_count() + 63) / 64 * 64)),
      fields_(values_.size()),
      visible_fields_(values_.size()) {
    measure();
}

void Fields::measure() {
    std::fill(magnitudes_.begin(), magnitudes_.end(), 0);
    std::fill(largest_.begin(), largest_.end(), 0);
    for (std::size_t j = 0; j < weights_.visible_count(); ++j) {
        for (std::size_t k = 0; k < weights_.stride(); ++k) {
            const std::int32_t magnitude = std::abs(weights_.pairs()[j * weights_.stride() + k]);
            magnitudes(j / 64)[k] += std::min(magnitude, 1 << 23);
            largest_[j / 64] = std::max<std::int64_t>(largest_[j / 64], magnitude);
        }
    }
    choose_range();
}

void Fields::choose_range() {
    std::int64_t all = 0;  // the largest sums over all inputs, over 16 groups of 8, and over 8
    std::int64_t sixteen = 0;
    std::int64_t eight = 0;
    const std::size_t stride = weights_.stride();
    for (std::size_t k = 0; k < stride; ++k) {
        std::int64_t total = 0;
        std::int64_t previous = 0;
        for (std::size_t c = 0; c < chunk_count(); ++c) {
            const std::int64_t here = magnitudes_[c * stride + k];
            total += here;
            eight = std::max(eight, here);
            if (c % 2 == 1) sixteen = std::max(sixteen, previous + here);
            previous = here;
        }
        all = std::max(all, total);
    }
    const auto largest_of = [](std::span<const std::int32_t> biases) {
        std::int64_t largest = 0;
        for (const std::int32_t bias : biases) largest = std::max<std::int64_t>(largest, std::abs(bias));
        return largest;
    };
    constexpr std::int64_t narrow = INT16_MAX;
    const std::int64_t largest = *std::max_element(largest_.begin(), largest_.end());
    const std::int64_t hidden_bias = largest_of(weights_.hidden());
    const auto longest = static_cast<std::int64_t>(std::max(stride, weights_.visible_count()));
    const std::int64_t most = largest * longest + std::max(hidden_bias, largest_of(weights_.visible()));
    is_small_ = most < INT32_MAX;
    row_range_ = most < wide_limit ? FieldRange::wide : is_small_ ? FieldRange::large : FieldRange::unlimited;
    if (largest >= 1 << 23 || all + hidden_bias > INT32_MAX) {
        range_ = FieldRange::unlimited;
    } else if (all + hidden_bias >= wide_limit) {
        range_ = FieldRange::large;
    } else {
        range_ = all <= narrow                        ? FieldRange::narrow
                 : std::max(sixteen, eight) <= narrow ? FieldRange::mixed
                 : eight <= narrow                    ? FieldRange::mixed_8
                                                      : FieldRange::wide;
    }
}

void Fields::impute(std::span<const std::uint8_t> inputs, std::size_t case_count, Wanted wanted,
                    ThreadPool* pool, HiddenBatch& found) const {
    const std::size_t groups = (weights_.visible_count() + 7) / 8;
    const std::size_t blocks = (weights_.hidden_count() + unit_block - 1) / unit_block;
    found.bits.assign(wanted == Wanted::scores ? 0 : case_count * words(), 0);
    found.zero.assign(wanted == Wanted::hidden_and_zero ? case_count * words() : 0, 0);
    const std::size_t count = std::min(blocks, pool != nullptr ? pool->thread_count() : 1);
    found.tasks.resize(count);
    for_each_index(pool, count, [&](std::size_t number) {
        HiddenBatch::Task& task = found.tasks[number];
        task.of_block.resize(case_count);
        task.sums.assign(case_count, 0);
        for (std::size_t b = number * blocks / count; b < (number + 1) * blocks / count; ++b) {
            const std::size_t first = b * unit_block;
            drover::impl::find_fields({.weights = weights_.pairs().data() + first,
                                       .weight_stride = weights_.stride(),
                                       .group_count = groups,
                                       .inputs = inputs.data(),
                                       .case_count = case_count,
                                       .signs = coding_ == UnitCoding::signs,
                                       .biases = weights_.hidden().data() + first,
                                       .positive = found.bits.empty() ? nullptr : found.bits.data() + b,
                                       .zero = found.zero.empty() ? nullptr : found.zero.data() + b,
                                       .bit_stride = words(),
                                       .sums = task.of_block.data()},
                                      range_, task.scratch);
            for (std::size_t i = 0; i < case_count; ++i) task.sums[i] += task.of_block[i];
        }
    });
    found.scores = drover::impl::weighted_sums(weights_.visible(), coding_ == UnitCoding::signs, inputs,
                                               case_count, groups);
    for (const HiddenBatch::Task& task : found.tasks) {
        for (std::size_t i = 0; i < case_count; ++i) found.scores[i] += task.sums[i];
    }
}

// ---- one state ----------------------------------------------------------------------------------------

namespace {

// Whether a unit changed; a field of 0 changes nothing.
bool settle(BitRow& row, std::size_t i, std::int64_t field) {
    if (field == 0 || row[i] == (field > 0)) return false;
    row.flip(i);
    return true;
}

}  // namespace

void Fields::find_hidden(const BitRow& x) {
    for (std::size_t j = 0; j < weights_.visible_count(); ++j)
        values_[j] = static_cast<std::int32_t>(value(x[j]));
    const OneState state{.weights = weights_.pairs().data(),
                         .row_count = weights_.visible_count(),
                         .stride = weights_.stride(),
                         .start = weights_.hidden().data(),
                         .values = values_.data(),
                         .out = fields_.data()};
    is_small_ ? drover::impl::find_column_fields(state) : drover::impl::find_column_fields_plainly(state);
}

bool Fields::settle_hidden(State& s) {
    find_hidden(s.x);
    bool changed = false;
    for (std::size_t k = 0; k < s.z.size(); ++k) {
        if (settle(s.z, k, fields_[k])) changed = true;
    }
    return changed;
}

void Fields::impute_hidden(State& s) {
    find_hidden(s.x);
    for (std::size_t k = 0; k < s.z.size(); ++k) s.z.set(k, fields_[k] > 0);
}

bool Fields::settle_visible(State& s, const BitRow* only) {
    std::fill(values_.begin(), values_.end(), 0);
    for (std::size_t k = 0; k < s.z.size(); ++k) values_[k] = static_cast<std::int32_t>(value(s.z[k]));
    const OneState state{.weights = weights_.pairs().data(),
                         .row_count = weights_.visible_count(),
                         .stride = weights_.stride(),
                         .start = weights_.visible().data(),
                         .values = values_.data(),
                         .out = visible_fields_.data()};
    is_small_ ? drover::impl::find_row_fields(state) : drover::impl::find_row_fields_plainly(state);
    bool changed = false;
    for (std::size_t j = 0; j < s.x.size(); ++j) {
        if ((only == nullptr || (*only)[j]) && settle(s.x, j, visible_fields_[j])) changed = true;
    }
    return changed;
}

std::int64_t Fields::settled_score(const State& s) const {
    std::int64_t score = 0;
    for (std::size_t j = 0; j < s.x.size(); ++j) score += value(s.x[j]) * weights_.visible()[j];
    for (std::size_t k = 0; k < s.z.size(); ++k) score += value(s.z[k]) * fields_[k];
    return score;
}

}  // namespace drover::rbm::impl
