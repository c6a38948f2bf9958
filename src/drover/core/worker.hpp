#pragma once

#include <functional>
#include <memory>

namespace drover {

/// A thread that runs one task at a time while the caller does something else. Starting a task takes
/// microseconds and creates no thread. Where the system cannot create a thread, the task runs inside wait().
class Worker {
  public:
    Worker();
    /// Waits for the running task.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    Worker(Worker&&) = delete;
    Worker& operator=(Worker&&) = delete;

    /// The previous task must have been waited for.
    void start(std::function<void()> task);
    /// Returns when the task is done, and rethrows its exception. Does nothing without a task.
    void wait();

  private:
    class Thread;
    std::unique_ptr<Thread> thread_;
    std::function<void()> waiting_;  // without a thread
};

}  // namespace drover
