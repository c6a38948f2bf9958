#pragma once

#include <exception>
#include <span>

#include <drover/herd/herder.hpp>

#include "../terminal.hpp"

namespace drover::cli::dynamics {

/// Ctrl-C: half an analysis is none, so nothing is written.
struct Interrupted : std::exception {
    const char* what() const noexcept override { return "interrupted"; }
};

/// Counts the steps of an orbit and its copies, shows them, and ends them by Ctrl-C.
class Watch {
  public:
    Watch(const std::string& item, std::int64_t total, const CommonOptions& options, const Streams& streams)
        : progress_{"dynamics " + item, total, options, streams} {}

    /// Throws Interrupted.
    void count(std::int64_t steps) {
        unseen_ += steps;
        if (unseen_ < steps_between_looks) return;
        done_ += unseen_;
        unseen_ = 0;
        progress_(done_);
        if (interrupted()) throw Interrupted{};
    }

  private:
    static constexpr std::int64_t steps_between_looks = 1024;

    Progress progress_;
    std::int64_t done_ = 0;
    std::int64_t unseen_ = 0;
};

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
