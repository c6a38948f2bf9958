#pragma once

#include <cstdint>
#include <string>

namespace drover {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

inline constexpr Int128 int128_max = static_cast<Int128>(~UInt128{0} >> 1U);

std::string to_string(Int128 value);

constexpr Int128 absolute(Int128 value) { return value < 0 ? -value : value; }

constexpr Int128 greatest_common_divisor(Int128 a, Int128 b) {
    a = absolute(a);
    b = absolute(b);
    while (b != 0) {
        const Int128 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/// product = a * b; false if it does not fit.
constexpr bool multiply(Int128 a, Int128 b, Int128& product) {
    return !__builtin_mul_overflow(a, b, &product);
}

/// sum = a + b; false if it does not fit.
constexpr bool add(Int128 a, Int128 b, Int128& sum) { return !__builtin_add_overflow(a, b, &sum); }

constexpr bool fits_int64(Int128 value) { return value >= INT64_MIN && value <= INT64_MAX; }

}  // namespace drover
