#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/number/grid.hpp>

namespace drover {

/// Integers in given proportions: parts[i] / sum of parts.
/// `error_bound` is the largest distance of such a share from the one given: 0 when all are exact.
struct Proportions {
    std::vector<std::int64_t> parts;
    double error_bound = 0;
};

/// Exact where the parts fit: as multiples over the common denominator, or as shares of the sum in lowest
/// terms, if that is at most options.max_unit. Otherwise each value is divided by the exact sum of all,
/// however long, and rounded to the nearest multiple of 2^-bits; the bound is computed from the result.
/// Expects values of at least 0, one of them above 0. Throws InputError if there are so many values that
/// every share is rounded to 0.
Proportions in_proportion(std::span<const Rational> values, GridOptions options = {});

}  // namespace drover
