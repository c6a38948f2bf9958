#pragma once

#include <bit>
#include <cstddef>

#include <drover/core/bit_row.hpp>

namespace drover {

/// Calls visit(i) for every variable i that is 1, in order. O(words of the row + ones).
template <class Visit>
void for_each_one(const BitRow& row, Visit&& visit) {
    std::size_t first = 0;
    for (const std::uint64_t word : row.words()) {
        for (std::uint64_t left = word; left != 0; left &= left - 1)
            visit(first + static_cast<std::size_t>(std::countr_zero(left)));
        first += 64;
    }
}

}  // namespace drover
