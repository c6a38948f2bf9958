#pragma once

#include <cstdint>

#include <drover/core/int128.hpp>

namespace drover {

inline constexpr double golden_mean = 0.61803398874989484820;  ///< phi = (sqrt(5) - 1) / 2

/// a + b * phi in integers, phi the golden mean (sqrt(5) - 1) / 2: closed under addition, exact sign.
struct GoldenNumber {
    std::int64_t a = 0;
    std::int64_t b = 0;

    /// -1, 0 or 1: the sign of 2a - b + b * sqrt(5), by squares. Exact for |a|, |b| < 2^60.
    constexpr int sign() const {
        const Int128 x = 2 * static_cast<Int128>(a) - b;
        const Int128 y = b;
        if (x >= 0 && y >= 0) return x > 0 || y > 0 ? 1 : 0;
        if (x <= 0 && y <= 0) return -1;
        const Int128 difference = x * x - 5 * y * y;  // never 0 here: sqrt(5) is irrational
        return (difference > 0) == (x > 0) ? 1 : -1;
    }
    constexpr double to_double() const {
        return static_cast<double>(a) + static_cast<double>(b) * golden_mean;
    }
    friend constexpr bool operator==(const GoldenNumber&, const GoldenNumber&) = default;
};

}  // namespace drover
