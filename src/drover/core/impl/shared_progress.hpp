#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>

namespace drover::impl {

/// Adds up the progress of all threads and reports the sum: never two calls at once, never a smaller number.
class SharedProgress {
  public:
    explicit SharedProgress(std::function<void(std::int64_t)> tell) : tell_{std::move(tell)} {}

    void add(std::int64_t count = 1) {
        if (!tell_) return;
        const std::lock_guard lock{mutex_};
        done_ += count;
        tell_(done_);
    }

  private:
    std::function<void(std::int64_t)> tell_;
    std::mutex mutex_;
    std::int64_t done_ = 0;
};

}  // namespace drover::impl
