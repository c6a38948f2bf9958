#pragma once

#include <iterator>

#include <drover/core/check.hpp>
#include <drover/herd/moments/moments.hpp>

namespace drover {

/// Counts every feature over the rows of the data: exact, total = number of rows.
template <class F, class Rows>
Moments measure(const F& features, const Rows& rows) {
    check_input(std::size(rows) > 0, [] {
        return Problem{Fault::missing, {.function = "measure"}, "at least one row", "none"};
    });
    Moments moments{.names = {},
                    .counts = std::vector<std::int64_t>(features.feature_count()),
                    .total = static_cast<std::int64_t>(std::size(rows))};
    for (const auto& row : rows) {
        features.visit(row, [&](std::size_t a, std::int64_t value) { moments.counts[a] += value; });
    }
    return moments;
}

}  // namespace drover
