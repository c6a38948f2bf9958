#pragma once

#include <cstdint>

#include <drover/number/int128.hpp>

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
    /// Accurate to the last bits even where a and b * phi cancel: there it is the norm a^2 - ab - b^2, an
    /// integer, over the conjugate a - b * (1 + phi), which does not cancel.
    constexpr double to_double() const {
        const auto x = static_cast<double>(a);
        const auto y = static_cast<double>(b);
        if ((a >= 0) == (b >= 0)) return x + y * golden_mean;
        const Int128 norm =
            static_cast<Int128>(a) * a - static_cast<Int128>(a) * b - static_cast<Int128>(b) * b;
        return static_cast<double>(norm) / (x - y * (1 + golden_mean));
    }
    friend constexpr bool operator==(const GoldenNumber&, const GoldenNumber&) = default;
};

}  // namespace drover
