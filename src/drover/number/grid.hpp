#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <drover/core/problem.hpp>
#include <drover/number/rational.hpp>

namespace drover {

/// Numbers as integer multiples of 1/unit: value = multiples[i] / unit.
/// `error_bound` is the largest distance of a number from the one given: 0 when the grid holds them exactly.
struct GridNumbers {
    std::vector<std::int64_t> multiples;
    std::int64_t unit = 1;
    double error_bound = 0;
};

struct GridOptions {
    int bits = 32;                                   ///< the dyadic grid is 2^-bits
    std::int64_t max_unit = std::int64_t{1} << 60U;  ///< largest common denominator kept exactly
};

/// The least common denominator, or nothing if it is above `limit`.
std::optional<Int128> common_denominator(std::span<const Rational> values, Int128 limit);

/// Over the common denominator, or nothing if that is above `max_unit` or a multiple leaves 64 bits.
std::optional<GridNumbers> exact_grid(std::span<const Rational> values, Int128 max_unit);

/// value * 2^bits rounded to the nearest integer (halves away from zero), which must fit 63 bits.
std::int64_t nearest_multiple(const Rational& value, int bits);

/// Exactly over the common denominator where that and all multiples fit; otherwise each number rounded to
/// the nearest multiple of 2^-bits (halves away from zero), error_bound = 2^-(bits+1).
/// Throws InputError for a number too large for either; the problem has the number's place if that is
/// given.
GridNumbers to_grid(std::span<const Rational> values, GridOptions options = {},
                    const std::function<Place(std::size_t index)>& place = {});

/// Real numbers on the dyadic grid, rounded to the nearest multiple (halves away from zero).
/// Throws InputError for NaN, infinity or a number too large for the grid.
GridNumbers to_grid(std::span<const double> values, GridOptions options = {});

}  // namespace drover
