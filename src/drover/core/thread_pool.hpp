#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace drover {

/// A fixed number of threads for independent pieces of work. The caller's thread takes part, so a pool of
/// one starts no thread. Results must not depend on which thread ran a task: write to the slot of its index.
class ThreadPool {
  public:
    /// thread_count 0 means as many as the machine has.
    explicit ThreadPool(std::size_t thread_count = 0);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ThreadPool(ThreadPool&&) = delete;
    ThreadPool& operator=(ThreadPool&&) = delete;

    std::size_t thread_count() const;

    /// Calls task(i) once for each i < count and waits for all. Rethrows the exception of the lowest failing
    /// index. One call at a time; calls must not be nested.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& task);

  private:
    class Workers;
    std::unique_ptr<Workers> workers_;
};

/// Uses the pool if there is one, otherwise the calling thread, in index order.
void for_each_index(ThreadPool* pool, std::size_t count, const std::function<void(std::size_t)>& task);

}  // namespace drover
