#pragma once

#include <array>
#include <cstddef>

namespace drover::baselines::impl {

/// Lanes of the sums below, whatever the machine's vector size: every instruction set gives the same bits.
constexpr std::size_t logistic_lanes = 8;

struct LogisticSums {
    std::array<double, logistic_lanes> positives;  ///< sums of max(f_i, 0)
    std::array<double, logistic_lanes> products;   ///< products of 1 + exp(-|f_i|)
};

/// target[i] += source[i] for i < count, a multiple of the lanes.
void add_doubles(double* target, const double* source, std::size_t count);
/// Replaces each field f_i by factor * sigmoid(f_i), i < count, a multiple of the lanes and at most 1,024.
LogisticSums replace_by_sigmoids(double* fields, double factor, std::size_t count);

}  // namespace drover::baselines::impl
