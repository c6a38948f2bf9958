#pragma once

#include <functional>
#include <memory>

namespace drover {

/// One thread beside the caller's that waits for work: for a task at a time that goes on while the caller
/// does something else. Starting one costs microseconds, not a thread. Where the machine has no room for a
/// thread, the task is done when it is waited for.
class Worker {
  public:
    Worker();
    /// Waits for the task that is under way.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    Worker(Worker&&) = delete;
    Worker& operator=(Worker&&) = delete;

    /// The one before must have been waited for.
    void start(std::function<void()> task);
    /// Until the task is done; what it threw is thrown again. Nothing to do without a task.
    void wait();

  private:
    class Thread;
    std::unique_ptr<Thread> thread_;
    std::function<void()> waiting_;  // without a thread
};

}  // namespace drover
