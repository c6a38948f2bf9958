#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace drover {

/// A fixed number of threads for work over independent things. The caller's thread takes part, so a pool of
/// one starts no thread. Results must not depend on which thread did what: write to the slot of your index.
class ThreadPool {
  public:
    /// thread_count 0 means as many as the machine has.
    explicit ThreadPool(std::size_t thread_count = 0);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ThreadPool(ThreadPool&&) = delete;
    ThreadPool& operator=(ThreadPool&&) = delete;

    std::size_t thread_count() const { return workers_.size() + 1; }

    /// Calls task(i) once for each i < count and waits for all. The exception of the lowest failing index is
    /// thrown again. One call at a time: not to be nested.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& task);

  private:
    void work();
    void take_indices(std::unique_lock<std::mutex>& lock);

    std::mutex mutex_;
    std::condition_variable work_ready_;
    std::condition_variable work_done_;
    const std::function<void(std::size_t)>* task_ = nullptr;
    std::size_t next_ = 0;
    std::size_t count_ = 0;
    std::size_t running_ = 0;
    std::size_t failed_index_ = 0;
    std::exception_ptr failure_;
    bool closing_ = false;
    std::vector<std::thread> workers_;
};

/// Over a pool if there is one, otherwise on the calling thread, in index order.
void for_each_index(ThreadPool* pool, std::size_t count, const std::function<void(std::size_t)>& task);

}  // namespace drover
