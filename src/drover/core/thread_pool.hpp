#pragma once

#include <cstddef>
#include <functional>
#include <memory>

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

    std::size_t thread_count() const;

    /// Calls task(i) once for each i < count and waits for all. The exception of the lowest failing index is
    /// thrown again. One call at a time: not to be nested.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& task);

  private:
    class Workers;
    std::unique_ptr<Workers> workers_;
};

/// Over a pool if there is one, otherwise on the calling thread, in index order.
void for_each_index(ThreadPool* pool, std::size_t count, const std::function<void(std::size_t)>& task);

}  // namespace drover
