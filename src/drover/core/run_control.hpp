#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <utility>

namespace drover {

/// Asks runs to stop, from any thread; it outlives them.
class StopFlag {
  public:
    void request_stop() { requested_.store(true, std::memory_order_relaxed); }
    bool stop_requested() const { return requested_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> requested_ = false;
};

/// How a caller follows long work and ends it early. The options of the work say what it counts and how often
/// it polls.
struct RunControl {
    using Clock = std::chrono::steady_clock;

    const StopFlag* stop = nullptr;  ///< null: the work runs to its end
    std::function<void(std::int64_t)> progress =
        {};  ///< receives the amount of work done, from any thread, never two calls at once
    std::optional<Clock::time_point> deadline = {};  ///< the work stops then, if it has not finished

    bool is_late() const { return deadline && Clock::now() >= *deadline; }
    bool stop_requested() const { return (stop != nullptr && stop->stop_requested()) || is_late(); }
    void tell(std::int64_t done) const {
        if (progress) progress(done);
    }
    /// The same stop and deadline for work whose units are others, as that before the first unit.
    RunControl without_progress() const { return {.stop = stop, .progress = {}, .deadline = deadline}; }
};

/// Thrown by work that was asked to stop while it had nothing to give yet, as in its set-up.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

inline void throw_if_stopped(const RunControl& control) {
    if (control.stop_requested()) throw Stopped{};
}

/// Counts the steps of a run on one thread for its control.
class StepWatch {
  public:
    explicit StepWatch(RunControl control, std::int64_t between_looks = 1024)
        : control_{std::move(control)}, between_looks_{between_looks} {}

    /// False once the run is asked to stop; polls once every so many steps.
    bool goes_on(std::int64_t steps = 1) {
        unseen_ += steps;
        if (unseen_ >= between_looks_) look();
        return !stopped_;
    }

  private:
    void look() {
        done_ += unseen_;
        unseen_ = 0;
        control_.tell(done_);
        stopped_ = control_.stop_requested();
    }

    RunControl control_;
    std::int64_t between_looks_;
    std::int64_t done_ = 0;
    std::int64_t unseen_ = 0;
    bool stopped_ = false;
};

}  // namespace drover
