#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/number/grid.hpp>

namespace drover {

/// Whole numbers in the proportions of others: parts[i] / sum of parts.
/// `error_bound` is the largest distance of such a share to the one that was given: 0 when all are exact.
struct Proportions {
    std::vector<std::int64_t> parts;
    double error_bound = 0;
};

/// Exactly where the parts fit: as multiples over the common denominator, or out of the sum in lowest terms,
/// neither of the two above options.max_unit. Otherwise each value is divided by the exact sum of all,
/// however long that is, and rounded to the nearest multiple of 2^-bits; the bound is found from what came of
/// it. Expects values of at least 0, one of them above 0. Throws InputError if there are so many values that
/// each share is rounded to 0.
Proportions in_proportion(std::span<const Rational> values, GridOptions options = {});

}  // namespace drover
