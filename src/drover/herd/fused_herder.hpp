#pragma once

#include <drover/core/heap_value.hpp>
#include <drover/herd/herder.hpp>
#include <drover/number/int128.hpp>

namespace drover {

/// The weights of a fused herder, a view of its sums: reading one costs as much as herder.weight(a).
template <class H>
class FusedWeights {
  public:
    using Value = std::int64_t;

    explicit FusedWeights(const H& herder) : herder_{&herder} {}

    Value operator[](std::size_t a) const { return herder_->weight(a); }
    std::size_t size() const { return herder_->features().feature_count(); }
    Value start(std::size_t a) const { return herder_->start_weight(a); }
    /// The stored weights are this times the real ones.
    Value scale() const { return herder_->weight_scale(); }
    /// A margin times this is <w, v> in real units.
    double margin_unit() const {
        return 1 / (static_cast<double>(scale()) * static_cast<double>(herder_->total()));
    }

  private:
    const H* herder_;
};

/// The frame of a herder whose fields, weights and search are one kernel, `Parts`: sums are in narrow lanes
/// until they could overflow, then in wide ones. impl/fused_herder.hpp lists what Parts must provide. An
/// Orbit.
template <class Parts, class Features>
class FusedHerder {
  public:
    using State = typename Features::State;
    using Weights = FusedWeights<FusedHerder>;
    using Margin = Int128;
    struct Step {
        std::int64_t t;
        const State& state;
        Weights weights;
        Margin margin;
    };

    /// Applies the map once. At most options.max_steps times.
    Step step();
    /// The last step taken; before the first: t = 0, the start state, margin 0.
    Step current() const { return {t_, state_, Weights{*this}, margin_}; }
    /// The next `count` steps. Throws InputError if they go past options.max_steps.
    StepRange<FusedHerder> steps(std::int64_t count);
    std::int64_t max_steps() const { return max_steps_; }
    const Features& features() const;
    std::int64_t weight(std::size_t a) const;
    std::int64_t start_weight(std::size_t a) const;
    std::int64_t weight_scale() const;
    /// The amount that one hit subtracts from a weight.
    std::int64_t total() const;
    /// The current width of the fields, 32 or 64 bits.
    int lane_bits() const;

  protected:
    FusedHerder(Parts parts, State start, std::int64_t max_steps);

    Parts& parts() { return *parts_; }
    const Parts& parts() const { return *parts_; }
    /// Continues after step t at that state; the parts are set up already, in lanes that fit.
    void resume(std::int64_t t, State state);

  private:
    void widen();

    HeapValue<Parts> parts_;
    State state_;
    std::int64_t max_steps_;
    std::int64_t t_ = 0;
    Margin margin_ = 0;
};

}  // namespace drover
