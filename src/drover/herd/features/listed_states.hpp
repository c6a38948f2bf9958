#pragma once

#include <string>
#include <vector>

#include <drover/core/bit_row.hpp>
#include <drover/core/check.hpp>
#include <drover/herd/features/state_table.hpp>

namespace drover {

/// The model of n <= 16 binary variables as a table of its 2^n states; state s is BitRow::from_index(s, n).
template <class F>
StateTable list_states(const F& features) {
    const std::size_t n = features.variable_count();
    check_input(n <= 16, [&] {
        return Problem{
            Fault::range, {.function = "list_states"}, "at most 16 binary variables", std::to_string(n)};
    });
    const std::size_t state_count = std::size_t{1} << n;
    std::vector<std::int64_t> values(state_count * features.feature_count());
    for (std::size_t s = 0; s < state_count; ++s) {
        features.visit(BitRow::from_index(s, n), [&](std::size_t a, std::int64_t value) {
            values[s * features.feature_count() + a] = value;
        });
    }
    return {std::move(values), features.feature_count()};
}

}  // namespace drover
