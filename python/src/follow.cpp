#include <algorithm>
#include <thread>

#include "follow.hpp"

namespace drover::python {
namespace {

using namespace std::chrono_literals;

std::atomic<int> running = 0;

class Run {
  public:
    explicit Run(std::function<void(Course&)> work) : work_{std::move(work)} {}

    void execute() {
        std::exception_ptr error;
        try {
            work_(course);
        } catch (...) {
            error = std::current_exception();
        }
        work_ = {};  // release what it owns on this thread, before the end is signalled
        const std::lock_guard lock{mutex_};
        error_ = error;
        finished_ = true;
        changed_.notify_all();
    }
    bool wait(std::chrono::milliseconds time) {
        const nb::gil_scoped_release unlocked;
        std::unique_lock lock{mutex_};
        return changed_.wait_for(lock, time, [this] { return finished_; });
    }
    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

    Course course;

  private:
    std::function<void(Course&)> work_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool finished_ = false;
    std::exception_ptr error_;
};

void look(const nb::object& progress, const Course& course) {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!progress.is_none()) progress(course.done.load(), course.total.load());
    if (!course.keeps_time && course.deadline && RunControl::Clock::now() >= *course.deadline)
        throw Stopped{};
}

// Until the next look, or until the time is up.
std::chrono::milliseconds pause_of(const Course& course) {
    constexpr std::chrono::milliseconds longest = 100ms;
    if (course.keeps_time || !course.deadline) return longest;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(*course.deadline - RunControl::Clock::now());
    return std::clamp(left, std::chrono::milliseconds{0}, longest);
}

}  // namespace

void follow(const Watcher& watcher, std::function<void(Course&)> work) {
    const auto run = std::make_shared<Run>(std::move(work));
    run->course.deadline = watcher.deadline;
    ++running;
    std::thread{[run] {
        run->execute();
        --running;
    }}.detach();
    while (!run->wait(pause_of(run->course))) {
        try {
            look(watcher.progress, run->course);
        } catch (...) {
            run->course.stop.request_stop();
            run->wait(500ms);
            throw;
        }
    }
    run->rethrow();
    if (!watcher.progress.is_none()) watcher.progress(run->course.done.load(), run->course.total.load());
}

int work_count() { return running; }

void wait_for_work() {
    const nb::gil_scoped_release unlocked;
    for (int look = 0; look < 500 && running > 0; ++look) std::this_thread::sleep_for(20ms);
}

}  // namespace drover::python
