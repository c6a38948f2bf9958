#pragma once

#include <cstddef>

namespace drover::detail {

/// Lanes of the sums below, whatever the machine's vectors are: every instruction set gives the same bits.
constexpr std::size_t logistic_lanes = 8;

struct LogisticSums {
    alignas(64) double positives[logistic_lanes];  ///< sums of max(f_i, 0)       NOLINT(*-avoid-c-arrays)
    alignas(64) double products[logistic_lanes];   ///< products of 1 + exp(-|f_i|)  NOLINT(*-avoid-c-arrays)
};

/// target[i] += source[i] for i < count, a multiple of the lanes.
void add_doubles(double* target, const double* source, std::size_t count);
/// Replaces each field f_i by factor * sigmoid(f_i), i < count, a multiple of the lanes and at most 1,024.
LogisticSums replace_by_sigmoids(double* fields, double factor, std::size_t count);

}  // namespace drover::detail
