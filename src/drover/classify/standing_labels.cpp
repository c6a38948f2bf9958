#include <algorithm>
#include <cmath>

#include <drover/classify/standing_labels.hpp>
#include <drover/core/check.hpp>

namespace drover::classify {
namespace {

// Drifts add up over millions of updates: they are kept in units of this.
constexpr std::int64_t unit = 1 << 16;

}  // namespace

StandingLabels::StandingLabels(const SparseRows& rows) : due_(rows.row_count()), labels_(rows.row_count()) {
    std::int64_t largest = 0;
    for (std::size_t i = 0; i < rows.row_count(); ++i) largest = std::max(largest, dot(rows[i], rows[i]));
    norm_ += static_cast<std::int64_t>(std::sqrt(static_cast<double>(largest)));
}

void StandingLabels::judged(std::size_t i, LabelJudgement judgement) {
    labels_[i] = static_cast<std::uint32_t>(judgement.label);
    due_[i] = drifted_ + static_cast<std::int64_t>(judgement.margin) / unit;
}

void StandingLabels::add(ScoreDrift drift) {
    const Int128 sum = Int128{drift.per_norm} * norm_ + drift.flat;
    const Int128 drifted = drifted_ + (sum + unit - 1) / unit;
    check_input(drifted < Int128{1} << 62U, [] {
        return Problem{.fault = Fault::other,
                       .place = {.function = "StandingLabels"},
                       .text = "weights moved further than can be counted"};
    });
    drifted_ = static_cast<std::int64_t>(drifted);
}

std::int64_t largest_sum(const SparseRows& rows) {
    std::int64_t largest = 0;
    for (std::size_t i = 0; i < rows.row_count(); ++i) {
        std::int64_t sum = 0;
        for (const std::int32_t value : rows[i].values) sum += std::abs(static_cast<std::int64_t>(value));
        largest = std::max(largest, sum);
    }
    return largest;
}

}  // namespace drover::classify
