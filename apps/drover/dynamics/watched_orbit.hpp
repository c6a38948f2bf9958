#pragma once

#include <span>

#include <drover/herd/herder.hpp>

#include "../watch.hpp"

namespace drover::cli::dynamics {

/// An Orbit that a Watch follows.
template <Orbit O>
class WatchedOrbit {
  public:
    using Step = typename O::Step;

    WatchedOrbit(O orbit, Watch& watch) : orbit_{std::move(orbit)}, watch_{&watch} {}

    Step step() {
        watch_->count(1);
        return orbit_.step();
    }
    Step current() const { return orbit_.current(); }
    std::int64_t max_steps() const { return orbit_.max_steps(); }
    StepRange<WatchedOrbit> steps(std::int64_t count) {
        check_steps_left("orbit", count, current().t, max_steps());
        return {*this, count};
    }
    template <class State>
    void take(std::span<State> states) {
        watch_->count(static_cast<std::int64_t>(states.size()));
        orbit_.take(states);
    }

  private:
    O orbit_;
    Watch* watch_;
};

}  // namespace drover::cli::dynamics
