#include <drover/herd/herder.hpp>

namespace drover {

void check_step_limit(std::size_t moment_count, std::size_t feature_count, std::int64_t max_steps,
                      double limit, std::size_t value_bytes) {
    check_input(moment_count == feature_count, [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "Herder"},
                       .text = "moments (" + std::to_string(moment_count) + ") and features (" +
                               std::to_string(feature_count) + ") must have the same size"};
    });
    check_input(static_cast<double>(max_steps) <= limit, [&] {
        const auto step_count = static_cast<std::int64_t>(limit);  // fewer than max_steps
        return Problem{.fault = Fault::range,
                       .place = {.function = "Herder"},
                       .text = "the numbers are too large for " + std::to_string(max_steps) + " steps in " +
                               std::to_string(8 * value_bytes) + "-bit weights; the limit is " +
                               (limit < 1 ? std::string{"0 steps"} : std::to_string(step_count) + " steps")};
    });
}

}  // namespace drover
