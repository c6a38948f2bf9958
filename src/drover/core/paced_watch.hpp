#pragma once

#include <chrono>

#include <drover/core/run_control.hpp>

namespace drover {

/// Polls a control every few milliseconds, however long a step takes: after one step, then after twice as
/// many as long as they are quick. The control must outlive it.
class PacedWatch {
  public:
    explicit PacedWatch(const RunControl& control) : control_{control} {}

    /// Call after each step with the amount of work done. False once the work is asked to stop.
    bool goes_on(std::int64_t done) {
        if (++steps_ >= stride_) look(done);
        return !stopped_;
    }

  private:
    using Clock = std::chrono::steady_clock;

    void look(std::int64_t done) {
        const Clock::time_point now = Clock::now();
        const Clock::duration passed = now - last_;
        if (passed < std::chrono::milliseconds{2} && stride_ < 4096) stride_ *= 2;
        if (passed > std::chrono::milliseconds{20}) stride_ = (stride_ + 1) / 2;
        last_ = now;
        steps_ = 0;
        control_.tell(done);
        stopped_ = control_.stop_requested();
    }

    const RunControl& control_;
    std::int64_t steps_ = 0;
    std::int64_t stride_ = 1;
    Clock::time_point last_ = Clock::now();
    bool stopped_ = false;
};

}  // namespace drover
