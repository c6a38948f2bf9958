#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <drover/core/thread_pool.hpp>

namespace drover {

class ThreadPool::Workers {
  public:
    explicit Workers(std::size_t thread_count) {
        for (std::size_t wanted = thread_count - 1; !start(wanted);) {
            wanted = threads_.size() / 2;
            end();
        }
    }
    ~Workers() { end(); }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    Workers(Workers&&) = delete;
    Workers& operator=(Workers&&) = delete;

    std::size_t thread_count() const { return threads_.size() + 1; }
    void for_each(std::size_t count, const std::function<void(std::size_t)>& task);

  private:
    bool start(std::size_t count);
    void end();
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
    std::vector<std::thread> threads_;
};

// False if the system cannot start that many; some are running by then.
bool ThreadPool::Workers::start(std::size_t count) {
    try {
        threads_.reserve(count);
        while (threads_.size() < count) threads_.emplace_back([this] { work(); });
        return true;
    } catch (const std::system_error&) {
        return false;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

void ThreadPool::Workers::end() {
    {
        const std::lock_guard lock{mutex_};
        closing_ = true;
    }
    work_ready_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    closing_ = false;
}

void ThreadPool::Workers::for_each(std::size_t count, const std::function<void(std::size_t)>& task) {
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

void ThreadPool::Workers::work() {
    std::unique_lock lock{mutex_};
    while (true) {
        work_ready_.wait(lock, [this] { return closing_ || next_ < count_; });
        if (closing_) return;
        take_indices(lock);
        if (running_ == 0) work_done_.notify_all();
    }
}

// Takes indices until none are left; holds the lock except while a task runs.
void ThreadPool::Workers::take_indices(std::unique_lock<std::mutex>& lock) {
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

ThreadPool::ThreadPool(std::size_t thread_count)
    : workers_{std::make_unique<Workers>(
          thread_count > 0 ? thread_count : std::max<std::size_t>(1, std::thread::hardware_concurrency()))} {}

ThreadPool::~ThreadPool() = default;

std::size_t ThreadPool::thread_count() const { return workers_->thread_count(); }

void ThreadPool::for_each(std::size_t count, const std::function<void(std::size_t)>& task) {
    workers_->for_each(count, task);
}

void for_each_index(ThreadPool* pool, std::size_t count, const std::function<void(std::size_t)>& task) {
    if (pool != nullptr) return pool->for_each(count, task);
    for (std::size_t i = 0; i < count; ++i) task(i);
}

}  // namespace drover
