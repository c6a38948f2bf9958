#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace drover {

/// Asks runs to stop, from any thread; it outlives them.
class StopFlag {
  public:
    void request_stop() { requested_.store(true, std::memory_order_relaxed); }
    bool stop_requested() const { return requested_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> requested_ = false;
};

/// How a caller follows long work and ends it early. The work says in its own options what it counts and how
/// often it looks.
struct RunControl {
    const StopFlag* stop = nullptr;  ///< none: the work goes on to its end
    std::function<void(std::int64_t)> progress =
        {};  ///< told how much is done, from any thread, never two at once

    bool stop_requested() const { return stop != nullptr && stop->stop_requested(); }
    void tell(std::int64_t done) const {
        if (progress) progress(done);
    }
};

}  // namespace drover
