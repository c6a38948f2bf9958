#include <algorithm>
#include <utility>

#include <drover/core/thread_pool.hpp>

namespace drover {

ThreadPool::ThreadPool(std::size_t thread_count) {
    if (thread_count == 0) thread_count = std::max<std::size_t>(1, std::thread::hardware_concurrency());
    workers_.reserve(thread_count - 1);
    for (std::size_t i = 1; i < thread_count; ++i) workers_.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock{mutex_};
        closing_ = true;
    }
    work_ready_.notify_all();
    for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::for_each(std::size_t count, const std::function<void(std::size_t)>& task) {
    std::unique_lock lock{mutex_};
    task_ = &task;
    next_ = 0;
    count_ = count;
    failure_ = nullptr;
    work_ready_.notify_all();
    take_indices(lock);
    work_done_.wait(lock, [this] { return running_ == 0; });
    task_ = nullptr;
    count_ = 0;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadPool::work() {
    std::unique_lock lock{mutex_};
    while (true) {
        work_ready_.wait(lock, [this] { return closing_ || next_ < count_; });
        if (closing_) return;
        take_indices(lock);
        if (running_ == 0) work_done_.notify_all();
    }
}

// Takes indices until none is left; holds the lock except while a task runs.
void ThreadPool::take_indices(std::unique_lock<std::mutex>& lock) {
    while (next_ < count_) {
        const std::size_t index = next_++;
        const auto& task = *task_;
        ++running_;
        lock.unlock();
        std::exception_ptr failure;
        try {
            task(index);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        --running_;
        if (failure && (!failure_ || index < failed_index_)) {
            failure_ = failure;
            failed_index_ = index;
        }
    }
}

void for_each_index(ThreadPool* pool, std::size_t count, const std::function<void(std::size_t)>& task) {
    if (pool != nullptr) return pool->for_each(count, task);
    for (std::size_t i = 0; i < count; ++i) task(i);
}

}  // namespace drover
