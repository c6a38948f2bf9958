#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include <nanobind/nanobind.h>

#include <drover/core/run_control.hpp>

namespace drover::python {

namespace nb = nanobind;

/// What work shares with the thread that follows it.
struct Course {
    StopFlag stop;
    std::atomic<std::int64_t> done = 0;
    std::atomic<std::int64_t> total = -1;  ///< -1: not known

    RunControl control() {
        return {.stop = &stop, .progress = [this](std::int64_t count) { done = count; }};
    }
};

/// Does the work on a thread of its own while this one, which holds Python's lock only for moments, looks for
/// Ctrl-C and calls progress(done, total). After an exception the work is asked to stop and left alone if it
/// does not within half a second: it must own all that it uses.
void follow(const nb::object& progress, std::function<void(Course&)> work);

/// The same for work with a result.
template <class Work>
auto followed(const nb::object& progress, Work work) {
    using Result = decltype(work(std::declval<Course&>()));
    const auto result = std::make_shared<std::optional<Result>>();
    follow(progress,
           [result, work = std::move(work)](Course& course) mutable { result->emplace(work(course)); });
    return std::move(**result);
}

/// What a thing that Python holds says of itself, which may take long.
template <class Thing, class Ask>
auto asked(std::shared_ptr<Thing> thing, Ask ask) {
    return followed(nb::none(), [thing = std::move(thing), ask](Course&) { return ask(*thing); });
}

/// How much work goes on, left alone or not.
int work_count();
/// Work that was left alone is waited for at the end of the program.
void wait_for_work();

}  // namespace drover::python
