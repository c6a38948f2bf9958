#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace drover::impl {

// e^x = 2^k e^r with k = round(x / ln 2): e^r = 1 + (r + r^2 q(r)), |r| <= ln 2 / 2. Vector kernels use the
// same numbers in the same order.
constexpr double exp_inverse_ln2 = 0x1.71547652b82fep+0;
constexpr double exp_ln2_high = 0x1.62e42fefp-1;  // 33 bits: its product with k is exact
constexpr double exp_ln2_low = 0x1.473de6af278edp-34;
constexpr double exp_shift = 0x1.8p52;  // added to x / ln 2 it leaves k in the low bits
/// q from the constant up, fitted at Chebyshev's points: r^2 q(r) is within 1.3e-17.
constexpr std::array<double, 10> exp_series{
    0x1.0000000000001p-1,  0x1.5555555555556p-3,  0x1.5555555553d63p-5,  0x1.11111111109b3p-7,
    0x1.6c16c1788bd90p-10, 0x1.a01a01a7c41d5p-13, 0x1.a019b90d2ae7ap-16, 0x1.71de0dae63bb3p-19,
    0x1.289185613a3d6p-22, 0x1.af38a9b0ec855p-26};
/// Where the result is far from the ends of the exponents: one addition to the exponent gives it.
constexpr double exp_safe = 700;

inline double exp_reduced(double r) {
    double q = exp_series[9];
    for (std::size_t i = 9; i-- > 0;) q = q * r + exp_series[i];
    return 1 + (r + r * r * q);
}

/// portable_exp(x) for |x| <= exp_safe.
inline double safe_exp(double x) {
    const double shifted = x * exp_inverse_ln2 + exp_shift;
    const double k = shifted - exp_shift;
    const double r = (x - k * exp_ln2_high) - k * exp_ln2_low;
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(exp_reduced(r)) +
                                 (std::bit_cast<std::uint64_t>(shifted) << 52U));
}

}  // namespace drover::impl
