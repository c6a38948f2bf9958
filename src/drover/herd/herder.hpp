#pragma once

#include <cassert>
#include <optional>
#include <string>

#include <drover/core/check.hpp>
#include <drover/herd/drive.hpp>
#include <drover/herd/maximize/maximizer.hpp>
#include <drover/herd/orbit.hpp>

namespace drover {

struct HerderOptions {
    /// The length of the longest run. The constructor rejects numbers that could overflow within it.
    std::int64_t max_steps = 1'000'000'000;
};

/// Checked by every herder's constructor: sizes agree, and the number type allows max_steps.
void check_step_limit(std::size_t moment_count, std::size_t feature_count, std::int64_t max_steps,
                      double limit, std::size_t value_bytes);

/// Throws InputError if `count` more steps go past max_steps.
inline void check_steps_left(const char* orbit, std::int64_t count, std::int64_t t, std::int64_t max_steps) {
    check_input(count <= max_steps - t, [&] {
        return Problem{.fault = Fault::other,
                       .place = {.function = orbit},
                       .text = std::to_string(count) + " more steps go past the limit of " +
                               std::to_string(max_steps) + "; raise max_steps"};
    });
}

/// The herding map: s = argmax <w, phi(x)>, then w += drive - phi(s). An Orbit.
/// Chen & Welling 2016, "Learning MRFs with Herding".
template <class F, class D, class M>
requires Drive<D, F> && Maximizer<M, F, typename D::Weights>
class Herder {
  public:
    using Features = F;
    using State = typename F::State;
    using Weights = typename D::Weights;
    using Margin = typename D::Margin;

    /// A view, valid until the next step. `weights` are those after the update of step t; `margin` is <w, v>
    /// of the move, computed with the weights before it: at or below zero the cycling theorem holds.
    struct Step {
        std::int64_t t;
        const State& state;
        const Weights& weights;
        Margin margin;
    };

    /// `start` is where a local search begins at the first step; by default features.first_state().
    Herder(F features, D drive, M search, HerderOptions options = {}, std::optional<State> start = {})
        : features_{std::move(features)},
          drive_{std::move(drive)},
          search_{std::move(search)},
          weights_{start_weights(features_, drive_, options.max_steps)},
          state_{start ? *std::move(start) : features_.first_state()},
          max_steps_{options.max_steps} {}

    /// Applies the map once. At most options.max_steps times.
    Step step() {
        assert(t_ < max_steps_);
        const auto score = search_.maximize(features_, weights_, state_);
        margin_ = drive_.margin(features_, weights_, score);
        drive_.apply(weights_, features_, state_);
        ++t_;
        return current();
    }
    /// The last step taken; before the first: t = 0, the start state, margin 0.
    Step current() const { return {t_, state_, weights_, margin_}; }
    /// The next `count` steps. Throws InputError if they go past options.max_steps.
    StepRange<Herder> steps(std::int64_t count) {
        check_steps_left("Herder", count, t_, max_steps_);
        return {*this, count};
    }
    std::int64_t max_steps() const { return max_steps_; }
    const F& features() const { return features_; }

  private:
    // Checked first: sums over the start weights may already overflow.
    static Weights start_weights(const F& features, const D& drive, std::int64_t max_steps) {
        check_step_limit(drive.feature_count(), features.feature_count(), max_steps,
                         drive.step_limit(features), sizeof(typename Weights::Value));
        return drive.start();
    }

    F features_;
    D drive_;
    M search_;
    Weights weights_;
    State state_;
    std::int64_t max_steps_;
    std::int64_t t_ = 0;
    Margin margin_{};
};

}  // namespace drover
