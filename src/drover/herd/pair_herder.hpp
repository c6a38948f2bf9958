#pragma once

#include <variant>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/fused_herder.hpp>
#include <drover/herd/pair_fields.hpp>
#include <drover/model/pair_features.hpp>

namespace drover {

/// Herding n binary variables on the joint cells of all pairs, by coordinate ascent from the previous state.
/// The fused form of Herder{PairFeatures<Indicators>{n}, ExactMoments{moments}, CoordinateAscent{}}: the same
/// states, margins and weights, at O(n) a flip and O(n) a step. An Orbit.
///
/// Works in 32-bit lanes as long as ||w||, which is followed exactly, proves that every gain fits; from then
/// on in 64-bit ones.
class PairHerder {
  public:
    using State = BitRow;
    using Weights = FusedWeights<PairHerder>;
    using Margin = Int128;
    struct Step {
        std::int64_t t;
        const State& state;
        Weights weights;
        Margin margin;
    };
    using Start = std::variant<ZeroStart, MomentStart>;

    /// Counts in the order of PairFeatures<Indicators>{variable_count}. They need not belong to any
    /// distribution.
    PairHerder(Moments moments, std::size_t variable_count, const Start& start = ZeroStart{},
               HerderOptions options = {});

    /// Applies the map once. At most options.max_steps times.
    Step step();
    /// The last step taken; before the first: t = 0, all variables 0, margin 0.
    Step current() const { return {t_, state_, Weights{*this}, margin_}; }
    /// The next `count` steps. Throws InputError if they go past options.max_steps.
    StepRange<PairHerder> steps(std::int64_t count);
    std::int64_t max_steps() const { return max_steps_; }
    const PairFeatures<Indicators>& features() const { return features_; }
    std::int64_t weight(std::size_t a) const;  ///< O(log n)
    std::int64_t start_weight(std::size_t a) const { return start_time_ * moments_.counts[a]; }
    std::int64_t weight_scale() const { return moments_.total; }
    std::int64_t total() const { return moments_.total; }
    /// 32 or 64: what the fields are kept in now.
    int lane_bits() const { return is_wide_ ? 64 : 32; }

  private:
    using NarrowFields = PairFields<std::uint32_t>;
    using WideFields = PairFields<std::uint64_t>;

    bool gains_fit_narrow() const;
    void follow_norm();
    std::int64_t hits(std::size_t i, std::size_t j, std::size_t cell) const;

    PairFeatures<Indicators> features_;
    Moments moments_;
    std::int64_t start_time_;  // w = (t + start_time) * counts - total * hits
    std::int64_t max_steps_;
    BitRow state_;
    NarrowFields narrow_;  // until is_wide_
    WideFields wide_;      // from then on
    bool is_wide_ = false;
    PairScores scores_;
    Int128 target_square_ = 0;   // <target, target>
    Int128 target_product_ = 0;  // <w, target>
    Int128 norm_square_ = 0;     // <w, w>; followed while the lanes are narrow
    std::int64_t t_ = 0;
    Margin margin_ = 0;
};

}  // namespace drover
