#pragma once

#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/run_control.hpp>
#include <drover/herd/orbit.hpp>

namespace drover {

/// Sees each step once and keeps what it needs, in constant memory unless it says so.
template <class R, class O>
concept Recorder = requires(R& r, const typename O::Step& step) {
    r.record(step);
    r.result();
};

struct RunOptions {
    std::int64_t steps = 0;
    std::int64_t burn_in = 0;  ///< steps taken first that no recorder sees
    RunControl control =
        {};  ///< polled every 16 steps; receives the number of steps every 1,024, burn-in included
};

struct RunResult {
    std::int64_t steps = 0;  ///< recorded steps: fewer than asked if stopped
    bool stopped = false;
};

namespace impl {

inline constexpr std::int64_t steps_between_tells = 1024;
inline constexpr std::int64_t steps_between_looks = 16;

// Takes up to `count` steps in blocks, looking at the stop flag between them. Returns the steps taken.
template <Orbit O, class Use>
std::int64_t advance(O& orbit, std::int64_t count, std::int64_t done_before, const RunOptions& options,
                     Use&& use) {
    std::int64_t done = 0;
    while (done < count && !options.control.stop_requested()) {
        const std::int64_t block = std::min(steps_between_looks - done % steps_between_looks, count - done);
        for (std::int64_t i = 0; i < block; ++i) use(orbit.step());
        done += block;
        if (done % steps_between_tells == 0 || done == count) options.control.tell(done_before + done);
    }
    return done;
}

}  // namespace impl

/// Takes the steps and passes each to every recorder. The orbit stays at the last step: run again to
/// continue.
template <Orbit O, class... R>
requires(Recorder<R, O>&&...) RunResult run(O& orbit, const RunOptions& options, R&... recorders) {
    check_input(options.steps >= 0 && options.burn_in >= 0, [] {
        return Problem{Fault::range, {.key = "run"}, "steps and burn_in of at least 0"};
    });
    if constexpr (requires { orbit.max_steps(); }) {
        check_input(options.steps <= orbit.max_steps() - options.burn_in - orbit.current().t, [&] {
            return Problem{.fault = Fault::other,
                           .place = {.key = "run"},
                           .text = std::to_string(options.steps) + " steps after " +
                                   std::to_string(options.burn_in) + " of burn-in go past the limit of " +
                                   std::to_string(orbit.max_steps()) + "; raise max_steps"};
        });
    }
    const std::int64_t burnt = impl::advance(orbit, options.burn_in, 0, options, [](const auto&) {});
    const std::int64_t steps =
        impl::advance(orbit, options.steps, burnt, options,
                      [&]([[maybe_unused]] const auto& step) { (recorders.record(step), ...); });
    return {.steps = steps, .stopped = burnt < options.burn_in || steps < options.steps};
}

}  // namespace drover
