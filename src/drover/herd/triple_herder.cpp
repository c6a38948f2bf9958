#include <algorithm>
#include <array>

#include <drover/herd/impl/fused_herder.hpp>
#include <drover/herd/impl/triple_fields.hpp>
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

// The same check of the moments as in Herder, with a sixteenth of the limit: four times a gain is a sum of 4
// (n - 1)(n - 2) targets, compared with n (n - 1)(n - 2) / 6 for a score.
ExactMoments checked_drive(const Moments& moments, const TripleFeatures<Indicators>& features,
                           const TripleHerder::Start& start, std::int64_t max_steps) {
    const StartWeights weights = std::visit([](auto kind) { return StartWeights{kind}; }, start);
    ExactMoments drive{moments, DriveOptions{.start = weights}};
    check_step_limit(drive.feature_count(), features.feature_count(), max_steps,
                     drive.step_limit(features) / 16, sizeof(std::int64_t));
    return drive;
}

}  // namespace

class impl::FusedTriples : public FusedBase<TripleFields<std::uint32_t>, TripleFields<std::uint64_t>> {
  public:
    static constexpr const char* name = "TripleHerder";

    FusedTriples(Moments moments, std::size_t variable_count, const TripleHerder::Start& start,
                 std::int64_t max_steps)
        : features_{variable_count},
          moments_{std::move(moments)},
          start_time_{std::holds_alternative<MomentStart>(start) ? 1 : 0} {
        sums = FusedSums{checked_drive(moments_, features_, start, max_steps).parts()};
        if (lanes_may_be_narrow(max_steps)) {
            lanes = TripleFields<std::uint32_t>{moments_, variable_count, start_time_};
        } else {
            lanes = TripleFields<std::uint64_t>{moments_, variable_count, start_time_};
        }
        for (std::size_t a = 0; a < moments_.counts.size(); a += 8) scores_.targets += moments_.counts[a];
        scores_.weights = start_time_ * scores_.targets;
    }

    const TripleFeatures<Indicators>& features() const { return features_; }
    std::int64_t start_weight(std::size_t a) const { return start_time_ * moments_.counts[a]; }
    std::int64_t weight_scale() const { return moments_.total; }
    template <class Fields>
    Int128 ascend(Fields& fields, BitRow& state) {
        fields.ascend(state, scores_);
        return scores_.weights;
    }
    template <class Fields>
    Int128 hit(Fields& fields, const BitRow& /*state*/, Int128 /*margin*/) {
        fields.hit();
        scores_.weights +=
            scores_.targets - moments_.total * static_cast<std::int64_t>(features_.triple_count());
        return scores_.targets;
    }
    // The hits of a cell from the sums of signs and of their products.
    template <class Fields>
    std::int64_t weight(const Fields& fields, std::size_t a, std::int64_t t) const {
        const auto [i, j, k, cell] = locate(features_, a);
        const std::array signs{sign_of((cell & 4U) != 0), sign_of((cell & 2U) != 0),
                               sign_of((cell & 1U) != 0)};
        const std::int64_t eightfold_hits =
            t + signs[0] * fields.sign_sum(i) + signs[1] * fields.sign_sum(j) +
            signs[2] * fields.sign_sum(k) + signs[0] * signs[1] * fields.pair_sum(i, j) +
            signs[0] * signs[2] * fields.pair_sum(i, k) + signs[1] * signs[2] * fields.pair_sum(j, k) +
            signs[0] * signs[1] * signs[2] * fields.triple_sum(i, j, k);
        return (t + start_time_) * moments_.counts[a] - moments_.total * (eightfold_hits / 8);
    }

  private:
    // Rows of couplings, lags and sums of pairs are added up over one index within their lanes.
    bool lanes_may_be_narrow(std::int64_t max_steps) const {
        constexpr Int128 limit = Int128{1} << 31;
        Int128 largest = 0;
        for (const std::int64_t count : moments_.counts) largest = std::max(largest, absolute(count));
        const auto n = static_cast<Int128>(features_.variable_count());
        return 8 * n * largest < limit && n * (max_steps + 1) < limit;
    }

    TripleFeatures<Indicators> features_;
    Moments moments_;
    std::int64_t start_time_;  // w = (t + start_time) * counts - total * hits
    StateScores scores_;
};

TripleHerder::TripleHerder(Moments moments, std::size_t variable_count, const Start& start,
                           HerderOptions options)
    : FusedHerder{impl::FusedTriples{std::move(moments), variable_count, start, options.max_steps},
                  BitRow(variable_count), options.max_steps} {}

template class FusedHerder<impl::FusedTriples, TripleFeatures<Indicators>>;

}  // namespace drover
