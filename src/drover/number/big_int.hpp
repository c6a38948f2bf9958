#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <drover/number/int128.hpp>

namespace drover {

/// An integer of any size, for exact decisions on determinants. Sign and magnitude, schoolbook arithmetic:
/// made for a few hundred bits, not for millions.
class BigInt {
  public:
    BigInt() = default;
    // Implicit, like every widening of integers.
    BigInt(Int128 value);  // NOLINT(google-explicit-constructor)

    /// -1, 0 or 1.
    int sign() const { return limbs_.empty() ? 0 : (negative_ ? -1 : 1); }
    /// The b with 2^(b-1) <= |value| < 2^b; 0 for zero.
    std::size_t bit_length() const;
    /// The value if it fits.
    std::optional<Int128> to_int128() const;
    /// value * 2^-shift, relative error below 2^-52 where double is normal.
    double scaled(std::size_t shift) const;

    friend bool operator==(const BigInt&, const BigInt&) = default;
    friend std::strong_ordering operator<=>(const BigInt& a, const BigInt& b);
    friend BigInt operator-(BigInt a);
    friend BigInt operator+(const BigInt& a, const BigInt& b) { return sum(a, b, b.negative_); }
    friend BigInt operator-(const BigInt& a, const BigInt& b) { return sum(a, b, !b.negative_); }
    friend BigInt operator*(const BigInt& a, const BigInt& b);
    BigInt& operator+=(const BigInt& other) { return *this = *this + other; }
    BigInt& operator-=(const BigInt& other) { return *this = *this - other; }

    struct Division;
    /// Rounded towards zero, as for built-in integers; the remainder has the sign of a. Expects b != 0.
    friend Division divide(const BigInt& a, const BigInt& b);
    friend BigInt operator/(const BigInt& a, const BigInt& b);
    friend BigInt operator%(const BigInt& a, const BigInt& b);

    friend BigInt greatest_common_divisor(BigInt a, BigInt b);
    friend std::string to_string(const BigInt& value);

  private:
    using Limbs = std::vector<std::uint32_t>;  // lowest first, no zeros on top

    BigInt(Limbs limbs, bool negative);
    // a + b with the sign of b as given.
    static BigInt sum(const BigInt& a, const BigInt& b, bool b_negative);

    Limbs limbs_;
    bool negative_ = false;  // never for zero
};

struct BigInt::Division {
    BigInt quotient;
    BigInt remainder;
};

}  // namespace drover
