#include <cassert>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <drover/core/worker.hpp>

namespace drover {

class Worker::Thread {
  public:
    Thread() : thread_{[this] { work(); }} {}
    ~Thread() {
        {
            const std::lock_guard lock{mutex_};
            closing_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;
    Thread(Thread&&) = delete;
    Thread& operator=(Thread&&) = delete;

    void start(std::function<void()> task) {
        {
            const std::lock_guard lock{mutex_};
            assert(!task_);
            task_ = std::move(task);
        }
        changed_.notify_all();
    }

    void wait() {
        std::unique_lock lock{mutex_};
        changed_.wait(lock, [this] { return !task_; });
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

  private:
    void work() {
        std::unique_lock lock{mutex_};
        while (true) {
            changed_.wait(lock, [this] { return closing_ || task_; });
            if (!task_) return;
            lock.unlock();
            std::exception_ptr failure;
            try {
                task_();
            } catch (...) {
                failure = std::current_exception();
            }
            lock.lock();
            failure_ = failure;
            task_ = nullptr;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void()> task_;  // until it is done
    std::exception_ptr failure_;
    bool closing_ = false;
    std::thread thread_;  // last: it uses the others
};

Worker::Worker() {
    try {
        thread_ = std::make_unique<Thread>();
    } catch (const std::system_error&) {  // then wait() does the work
    }
}
Worker::~Worker() = default;

void Worker::start(std::function<void()> task) {
    if (thread_) return thread_->start(std::move(task));
    waiting_ = std::move(task);
}

void Worker::wait() {
    if (thread_) return thread_->wait();
    if (const auto task = std::exchange(waiting_, nullptr)) task();
}

}  // namespace drover
