#pragma once

#include <cstdint>
#include <string>

#include <drover/core/check.hpp>
#include <drover/core/run_control.hpp>

namespace drover::baselines {

/// Options of every sampler of the baselines. The same seed gives the same rows.
struct SampleOptions {
    std::int64_t rows = 100'000;
    std::int64_t burn_in = 0;  ///< steps before the first row
    std::uint64_t seed = 1;
    RunControl control =
        {};  ///< checked every 1,024 steps (a stop gives fewer rows); told the steps, burn-in included
};

inline void check_sample_options(const char* who, const SampleOptions& options) {
    check_input(options.rows >= 0 && options.burn_in >= 0, [&] {
        return Problem{Fault::range,
                       {.function = who},
                       "rows and burn_in of at least 0",
                       std::to_string(options.rows) + " and " + std::to_string(options.burn_in)};
    });
}

namespace impl {

/// Calls step(t) for t = 0 .. count - 1, or until a stop is requested.
template <class Step>
void sample_steps(const SampleOptions& options, std::int64_t count, Step&& step) {
    constexpr std::int64_t block = 1024;
    for (std::int64_t t = 0; t < count; ++t) {
        if (t % block == 0) {
            if (options.control.stop_requested()) return;
            options.control.tell(t);
        }
        step(t);
    }
    options.control.tell(count);
}

}  // namespace impl
}  // namespace drover::baselines
