#include <drover/core/number_text.hpp>
#include <drover/number/bound_text.hpp>
#include <drover/tables/arithmetic.hpp>

namespace drover {

Arithmetic arithmetic_of(const Targets& targets) {
    return {.unit = targets.moments.total, .exact = targets.exact, .rounding = targets.rounding};
}

std::string to_text(const Arithmetic& arithmetic) {
    const std::string unit = "in units of 1/" + std::to_string(arithmetic.unit);
    if (arithmetic.exact) return "exact, " + unit;
    return unit + ", shares rounded by at most " + rounded_up(arithmetic.rounding, 3);
}

}  // namespace drover
