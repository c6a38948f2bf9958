#pragma once

#include <memory>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/lattice_fields.hpp>

namespace drover {

/// Herding products of neighbouring spins on a lattice, and of pairs further apart.
/// The fused form of Herder{features, ExactMoments{moments, drive}, LatticeAscent{ascent}, options, start}:
/// the same states, margins and weights, from planes of weights in which a sweep goes only to the spins that
/// oppose their fields. An Orbit.
///
/// Works in 32-bit lanes as long as the largest weight, which is followed exactly, proves that every field
/// fits; from then on in 64-bit ones.
class LatticeHerder {
  public:
    using State = Spins;
    using Margin = Int128;
    using Search = detail::LatticeSearch;

    /// A view of the weights, O(1) each.
    class Weights {
      public:
        using Value = std::int64_t;
        explicit Weights(const LatticeHerder& herder) : herder_{&herder} {}
        Value operator[](std::size_t a) const { return herder_->weight(a); }
        std::size_t size() const { return herder_->features().feature_count(); }
        Value start(std::size_t a) const { return herder_->parts_->start[a]; }
        /// The stored weights are this times the real ones.
        Value scale() const { return herder_->parts_->scale; }
        /// A margin times this is <w, v> in real units.
        double margin_unit() const {
            return 1 / (static_cast<double>(scale()) * static_cast<double>(herder_->parts_->total));
        }

      private:
        const LatticeHerder* herder_;
    };
    struct Step {
        std::int64_t t;
        const State& state;
        Weights weights;
        Margin margin;
    };

    /// `start` is where the first ascent begins, unless each begins afresh.
    LatticeHerder(LatticeFeatures features, Moments moments, const DriveOptions& drive, Spins start,
                  LatticeAscentOptions ascent = {}, HerderOptions options = {});

    /// Applies the map once. At most options.max_steps times.
    Step step();
    /// The last step taken; before the first: t = 0, the start state, margin 0.
    Step current() const { return {t_, state_, Weights{*this}, margin_}; }
    /// The next `count` steps. Throws InputError if they go past options.max_steps.
    StepRange<LatticeHerder> steps(std::int64_t count);
    std::int64_t max_steps() const { return max_steps_; }
    const LatticeFeatures& features() const { return features_; }
    std::int64_t weight(std::size_t a) const;
    /// Largest |w| of the features that states touch, from the start weights on, in real units.
    double largest_weight() const {
        return static_cast<double>(largest_) / static_cast<double>(parts_->scale);
    }
    /// What the ascent of the last step did; the gain is on the scale of the weights.
    const Search& search() const { return search_; }
    /// 32 or 64: what the fields are kept in now.
    int lane_bits() const { return is_wide_ ? 64 : 32; }

  private:
    using Parts = LazyWeightsParts<std::int64_t>;

    struct Limits {
        Int128 terms = 0;  // weights in a field
        Int128 move = 0;   // most that a step adds to a weight
        Int128 row = 0;    // most that the targets of a row add up to
    };
    static Limits find_limits(const LatticeFeatures& features, const Parts& parts);
    bool fits_narrow() const;
    void add_up();
    void begin();
    void widen();

    LatticeFeatures features_;
    LatticeAscentOptions ascent_;
    std::shared_ptr<const Parts> parts_;  // never changes: copies of the orbit share it
    std::int64_t max_steps_;
    Spins state_;
    Limits limits_;
    detail::LatticeFields<std::int32_t> narrow_;  // until is_wide_
    detail::LatticeFields<std::int64_t> wide_;    // from then on
    bool is_wide_ = false;
    std::int64_t largest_ = 0;   // |w|
    std::int64_t score_ = 0;     // <w, phi(state)>
    std::int64_t unit_sum_ = 0;  // total * sum of the rates of the features that states touch
    Int128 target_square_ = 0;   // sum rate * target^2
    Int128 target_product_ = 0;  // <w, target>
    std::uint64_t fresh_count_ = 0;
    Search search_;
    std::int64_t t_ = 0;
    Margin margin_ = 0;
};

}  // namespace drover
