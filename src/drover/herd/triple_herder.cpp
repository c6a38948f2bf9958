#include <algorithm>
#include <array>

#include <drover/herd/triple_herder.hpp>

namespace drover {
namespace {

struct TripleCell {
    std::size_t i, j, k, cell;
};

// The inverse of the feature order of TripleFeatures<Indicators>.
TripleCell locate(const TripleFeatures<Indicators>& features, std::size_t a) {
    const std::size_t triple = a / 8;
    std::size_t i = 0;
    while (i + 3 < features.variable_count() && features.triple_index(i + 1, i + 2, i + 3) <= triple) ++i;
    std::size_t j = i + 1;
    while (j + 2 < features.variable_count() && features.triple_index(i, j + 1, j + 2) <= triple) ++j;
    return {i, j, triple - features.triple_index(i, j, j + 1) + j + 1, a % 8};
}

// The checks of Herder with ExactMoments, at a sixteenth of the limit: four times a gain adds up to
// 4 (n - 1)(n - 2) targets, against the n (n - 1)(n - 2) / 6 of a score.
Moments checked(Moments moments, const TripleFeatures<Indicators>& features, const TripleHerder::Start& start,
                HerderOptions options) {
    const StartWeights weights = std::visit([](auto kind) { return StartWeights{kind}; }, start);
    const ExactMoments drive{moments, DriveOptions{.start = weights}};
    check_step_limit(drive.feature_count(), features.feature_count(), options.max_steps,
                     drive.step_limit(features) / 16, sizeof(std::int64_t));
    return moments;
}

}  // namespace

TripleHerder::TripleHerder(Moments moments, std::size_t variable_count, const Start& start,
                           HerderOptions options)
    : features_{variable_count},
      moments_{checked(std::move(moments), features_, start, options)},
      start_time_{std::holds_alternative<MomentStart>(start) ? 1 : 0},
      max_steps_{options.max_steps},
      state_(variable_count),
      fields_{first_fields()} {
    for (const std::int64_t count : moments_.counts) target_square_ += static_cast<Int128>(count) * count;
    for (std::size_t a = 0; a < moments_.counts.size(); a += 8) scores_.targets += moments_.counts[a];
    scores_.weights = start_time_ * scores_.targets;
    target_product_ = start_time_ * target_square_;
}

// Rows of couplings, lags and sums of pairs are added up over one index within their lanes.
TripleHerder::Fields TripleHerder::first_fields() const {
    constexpr Int128 limit = Int128{1} << 31;
    Int128 largest = 0;
    for (const std::int64_t count : moments_.counts) largest = std::max(largest, absolute(count));
    const auto n = static_cast<Int128>(features_.variable_count());
    const bool is_narrow = 8 * n * largest < limit && n * (max_steps_ + 1) < limit;
    if (is_narrow) return NarrowFields{moments_, features_.variable_count(), start_time_};
    return WideFields{moments_, features_.variable_count(), start_time_};
}

TripleHerder::Step TripleHerder::step() {
    assert(t_ < max_steps_);
    std::visit([&](auto& fields) { fields.ascend(state_, scores_); }, fields_);
    margin_ = target_product_ - static_cast<Int128>(moments_.total) * scores_.weights;
    std::visit([](auto& fields) { fields.hit(); }, fields_);
    target_product_ += target_square_ - static_cast<Int128>(moments_.total) * scores_.targets;
    scores_.weights += scores_.targets - moments_.total * static_cast<std::int64_t>(features_.triple_count());
    ++t_;
    return current();
}

StepRange<TripleHerder> TripleHerder::steps(std::int64_t count) {
    check_steps_left("TripleHerder", count, t_, max_steps_);
    return {*this, count};
}

// The hits of a cell from the sums of signs and of their products.
std::int64_t TripleHerder::weight(std::size_t a) const {
    const auto [i, j, k, cell] = locate(features_, a);
    const std::array signs{sign_of((cell & 4U) != 0), sign_of((cell & 2U) != 0), sign_of((cell & 1U) != 0)};
    const std::int64_t hits = std::visit(
        [&, i = i, j = j, k = k](const auto& fields) {
            return t_ + signs[0] * fields.sign_sum(i) + signs[1] * fields.sign_sum(j) +
                   signs[2] * fields.sign_sum(k) + signs[0] * signs[1] * fields.pair_sum(i, j) +
                   signs[0] * signs[2] * fields.pair_sum(i, k) + signs[1] * signs[2] * fields.pair_sum(j, k) +
                   signs[0] * signs[1] * signs[2] * fields.triple_sum(i, j, k);
        },
        fields_);
    return (t_ + start_time_) * moments_.counts[a] - moments_.total * (hits / 8);
}

}  // namespace drover
