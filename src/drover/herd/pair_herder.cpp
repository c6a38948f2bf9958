#include <algorithm>

#include <drover/herd/pair_herder.hpp>

namespace drover {
namespace {

// The targets themselves, and the number of steps, must fit 32-bit lanes: a gain under the targets is a
// difference of 2 (n - 1) counts, a coupling of four.
bool fits_narrow(const Moments& moments, std::size_t variable_count, std::int64_t max_steps) {
    constexpr Int128 limit = Int128{1} << 31;
    Int128 largest = moments.total;
    for (const std::int64_t count : moments.counts) largest = std::max(largest, absolute(count));
    return 4 * static_cast<Int128>(variable_count) * largest < limit && max_steps + 1 < limit;
}

struct PairCell {
    std::size_t i, j, cell;
};

// The inverse of the feature order of PairFeatures<Indicators>.
PairCell locate(const PairFeatures<Indicators>& features, std::size_t a) {
    const std::size_t pair = a / 4;
    std::size_t low = 0;  // the row of the pair is in [low, high)
    std::size_t high = features.variable_count() - 1;
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        (features.pair_index(middle, middle + 1) <= pair ? low : high) = middle;
    }
    return {low, pair - features.pair_index(low, low + 1) + low + 1, a % 4};
}

// The checks of Herder with ExactMoments, at half the limit: a field adds up to 4 (n - 1) weights, which for
// n < 4 is more than the two scores of a gain.
Moments checked(Moments moments, const PairFeatures<Indicators>& features, const PairHerder::Start& start,
                HerderOptions options) {
    const StartWeights weights = std::visit([](auto kind) { return StartWeights{kind}; }, start);
    const ExactMoments drive{moments, DriveOptions{.start = weights}};
    check_step_limit(drive.feature_count(), features.feature_count(), options.max_steps,
                     drive.step_limit(features) / 2, sizeof(std::int64_t));
    return moments;
}

}  // namespace

PairHerder::PairHerder(Moments moments, std::size_t variable_count, const Start& start, HerderOptions options)
    : features_{variable_count},
      moments_{checked(std::move(moments), features_, start, options)},
      start_time_{std::holds_alternative<MomentStart>(start) ? 1 : 0},
      max_steps_{options.max_steps},
      state_(variable_count) {
    for (const std::int64_t count : moments_.counts) target_square_ += static_cast<Int128>(count) * count;
    for (std::size_t a = 0; a < moments_.counts.size(); a += 4) scores_.targets += moments_.counts[a];
    scores_.weights = start_time_ * scores_.targets;
    target_product_ = start_time_ * target_square_;
    norm_square_ = target_product_;
    is_wide_ = !fits_narrow(moments_, variable_count, max_steps_) || !gains_fit_narrow();
    if (is_wide_) {
        wide_ = WideFields{moments_, variable_count, start_time_};
    } else {
        narrow_ = NarrowFields{moments_, variable_count, start_time_};
    }
}

PairHerder::Step PairHerder::step() {
    assert(t_ < max_steps_);
    is_wide_ ? wide_.ascend(state_, scores_) : narrow_.ascend(state_, scores_);
    margin_ = target_product_ - static_cast<Int128>(moments_.total) * scores_.weights;
    if (!is_wide_) follow_norm();
    is_wide_ ? wide_.hit() : narrow_.hit();
    target_product_ += target_square_ - static_cast<Int128>(moments_.total) * scores_.targets;
    scores_.weights += scores_.targets - moments_.total * static_cast<std::int64_t>(features_.pair_count());
    ++t_;
    return current();
}

// ||w + v||^2 = ||w||^2 + 2 <w, v> + ||v||^2 with v = target - total * phi(s), before the fields follow.
void PairHerder::follow_norm() {
    const Int128 total = moments_.total;
    norm_square_ += 2 * margin_ + target_square_ - 2 * total * scores_.targets +
                    total * total * static_cast<Int128>(features_.pair_count());
    if (gains_fit_narrow()) return;
    wide_ = WideFields{narrow_};
    narrow_ = NarrowFields{};
    is_wide_ = true;
}

StepRange<PairHerder> PairHerder::steps(std::int64_t count) {
    check_steps_left("PairHerder", count, t_, max_steps_);
    return {*this, count};
}

// A gain is a sum of 2 (n - 1) different weights with signs: at most sqrt(2 (n - 1)) * ||w||.
bool PairHerder::gains_fit_narrow() const {
    return 2 * static_cast<Int128>(features_.variable_count() - 1) * norm_square_ < Int128{1} << 62;
}

// How often the pair i < j was in the cell 2 * x_i + x_j, from the sums of the signs and of their products.
std::int64_t PairHerder::hits(std::size_t i, std::size_t j, std::size_t cell) const {
    const std::int64_t sign_i = sign_of(cell >= 2);
    const std::int64_t sign_j = sign_of(cell % 2 == 1);
    const auto four_times = [&](const auto& fields) {
        return t_ + sign_i * fields.sign_sum(i) + sign_j * fields.sign_sum(j) +
               sign_i * sign_j * fields.sign_product_sum(i, j);
    };
    return (is_wide_ ? four_times(wide_) : four_times(narrow_)) / 4;
}

std::int64_t PairHerder::weight(std::size_t a) const {
    const auto [i, j, cell] = locate(features_, a);
    return (t_ + start_time_) * moments_.counts[a] - moments_.total * hits(i, j, cell);
}

}  // namespace drover
