#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <nanobind/nanobind.h>

#include <drover/core/run_control.hpp>

namespace drover::python {

namespace nb = nanobind;

using Deadline = std::optional<RunControl::Clock::time_point>;

/// The state that work shares with the thread that watches it.
struct Course {
    StopFlag stop;
    Deadline deadline = {};
    std::atomic<bool> keeps_time = false;  ///< the work has a result from now on, and ends by itself in time
    std::atomic<std::int64_t> done = 0;
    std::atomic<std::int64_t> total = -1;  ///< below 1: not known

    RunControl control() {
        return {
            .stop = &stop, .progress = [this](std::int64_t count) { done = count; }, .deadline = deadline};
    }
};

/// What a call that works on a separate thread is followed with.
struct Watcher {
    nb::object progress = nb::none();
    Deadline deadline = {};
};

/// Does the work on a separate thread while this one, which holds the GIL only for moments, checks for Ctrl-C
/// and calls progress(done, total). After an exception, and when the time is up before the work has a result,
/// the work is asked to stop, and abandoned if it does not stop within half a second: it must own everything
/// it uses. Throws Stopped if the time is up.
void follow(const Watcher& watcher, std::function<void(Course&)> work);

/// The same for work with a result.
template <class Work>
auto followed(const Watcher& watcher, Work work) {
    using Result = decltype(work(std::declval<Course&>()));
    const auto result = std::make_shared<std::optional<Result>>();
    follow(watcher,
           [result, work = std::move(work)](Course& course) mutable { result->emplace(work(course)); });
    return std::move(**result);
}

template <class Work>
auto followed(const nb::object& progress, Work work) {
    return followed(Watcher{.progress = progress}, std::move(work));
}

/// A method of a Python object that may take long.
template <class Thing, class Ask>
auto asked(std::shared_ptr<Thing> thing, Ask ask) {
    return followed(Watcher{}, [thing = std::move(thing), ask](Course&) { return ask(*thing); });
}

/// How many pieces of work are running, abandoned or not.
int work_count();
/// Waits for abandoned work at the end of the program.
void wait_for_work();

}  // namespace drover::python
