#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include <drover/core/ones.hpp>

namespace drover::baselines::impl {

/// 1 / (1 + e^-z): 0 and 1 at the infinities.
inline double sigmoid(double z) { return 1 / (1 + std::exp(-z)); }

/// ln(1 + e^z), without overflow.
inline double softplus(double z) { return std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))); }

/// intercept + sum of the coefficients of the ones of the row, added in their order.
inline double linear(double intercept, std::span<const double> coefficients, const BitRow& row) {
    double sum = intercept;
    for_each_one(row, [&](std::size_t i) { sum += coefficients[i]; });
    return sum;
}

}  // namespace drover::baselines::impl
