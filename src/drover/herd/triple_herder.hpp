#pragma once

#include <variant>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/fused_weights.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/triple_fields.hpp>
#include <drover/model/triple_features.hpp>

namespace drover {

/// Herding n binary variables on the joint cells of all triples, by coordinate ascent from the previous
/// state. The fused form of Herder{TripleFeatures<Indicators>{n}, ExactMoments{moments}, CoordinateAscent{}}:
/// the same states, margins and weights, at O(n^2) a flip and O(n^2) a step, where the composed one takes
/// O(n^3). An Orbit.
///
/// Works in 32-bit lanes where n times options.max_steps stays below 2^31, else in 64-bit ones: say how many
/// steps you need. Memory: 8 or 16 bytes for each ordered triple, 8 MB for 100 variables in 32-bit lanes.
class TripleHerder {
  public:
    using State = BitRow;
    using Weights = FusedWeights<TripleHerder>;
    using Margin = Int128;
    struct Step {
        std::int64_t t;
        const State& state;
        Weights weights;
        Margin margin;
    };
    using Start = std::variant<ZeroStart, MomentStart>;

    /// Counts in the order of TripleFeatures<Indicators>{variable_count}. They need not belong to any
    /// distribution.
    TripleHerder(Moments moments, std::size_t variable_count, const Start& start = ZeroStart{},
                 HerderOptions options = {});

    /// Applies the map once. At most options.max_steps times.
    Step step();
    /// The last step taken; before the first: t = 0, all variables 0, margin 0.
    Step current() const { return {t_, state_, Weights{*this}, margin_}; }
    /// The next `count` steps. Throws InputError if they go past options.max_steps.
    StepRange<TripleHerder> steps(std::int64_t count);
    std::int64_t max_steps() const { return max_steps_; }
    const TripleFeatures<Indicators>& features() const { return features_; }
    std::int64_t weight(std::size_t a) const;  ///< O(n)
    std::int64_t start_weight(std::size_t a) const { return start_time_ * moments_.counts[a]; }
    std::int64_t weight_scale() const { return moments_.total; }
    /// 32 or 64: what the sums are kept in.
    int lane_bits() const { return std::holds_alternative<NarrowFields>(fields_) ? 32 : 64; }

  private:
    using NarrowFields = TripleFields<std::uint32_t>;
    using WideFields = TripleFields<std::uint64_t>;
    using Fields = std::variant<NarrowFields, WideFields>;

    Fields first_fields() const;

    TripleFeatures<Indicators> features_;
    Moments moments_;
    std::int64_t start_time_;  // w = (t + start_time) * counts - total * hits
    std::int64_t max_steps_;
    BitRow state_;
    Fields fields_;
    PairScores scores_;
    Int128 target_square_ = 0;   // <target, target>
    Int128 target_product_ = 0;  // <w, target>
    std::int64_t t_ = 0;
    Margin margin_ = 0;
};

}  // namespace drover
