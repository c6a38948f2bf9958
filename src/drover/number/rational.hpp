#pragma once

#include <string>
#include <string_view>

#include <drover/number/int128.hpp>

namespace drover {

/// An exact fraction in lowest terms, denominator positive. Every operation is checked: a result whose
/// numerator or denominator leaves 128 bits throws InputError.
class Rational {
  public:
    constexpr Rational() = default;
    constexpr Rational(std::int64_t value) : numerator_{value} {}  // NOLINT(google-explicit-constructor)
    Rational(Int128 numerator, Int128 denominator);

    constexpr Int128 numerator() const { return numerator_; }
    constexpr Int128 denominator() const { return denominator_; }
    /// The nearest double, ties to even.
    double to_double() const;

    friend bool operator==(const Rational&, const Rational&) = default;
    friend bool operator<(const Rational& a, const Rational& b);
    friend bool operator>(const Rational& a, const Rational& b) { return b < a; }
    friend Rational operator-(const Rational& a);
    friend Rational operator+(const Rational& a, const Rational& b);
    friend Rational operator-(const Rational& a, const Rational& b) { return a + -b; }
    friend Rational operator*(const Rational& a, const Rational& b);
    friend Rational operator/(const Rational& a, const Rational& b);
    Rational& operator+=(const Rational& other) { return *this = *this + other; }

  private:
    Int128 numerator_ = 0;
    Int128 denominator_ = 1;
};

/// Reads "3", "-0.3", "1e-3", "3/7" or "0.5/1.5" exactly. Throws InputError: expected a number, got "...".
Rational parse_rational(std::string_view text);

/// "3/7", or "3" for an integer.
std::string to_string(const Rational& value);
/// "2.5" if the decimal expansion is finite, otherwise "3/7": what parse_rational reads back.
std::string decimal_text(const Rational& value);

/// Largest integer not above / smallest not below the value.
Int128 floor(const Rational& value);
Int128 ceil(const Rational& value);

}  // namespace drover
