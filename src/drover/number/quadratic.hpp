#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <drover/number/rational.hpp>

namespace drover {

/// a + b * sqrt(d) with exact fractions a and b: a rational number or a quadratic irrational. Numbers with
/// different roots cannot be added or compared: that throws InputError, and so do results beyond 128 bits.
class QuadraticNumber {
  public:
    static constexpr std::int64_t most_radicand = 1'000'000'000;

    QuadraticNumber() = default;
    // Implicit, because every fraction is such a number.
    QuadraticNumber(std::int64_t value) : rational_{value} {}     // NOLINT(google-explicit-constructor)
    QuadraticNumber(const Rational& value) : rational_{value} {}  // NOLINT(google-explicit-constructor)
    /// Squares are taken out of the root. Throws InputError unless 0 <= d <= most_radicand.
    QuadraticNumber(const Rational& a, const Rational& b, std::int64_t d);

    const Rational& rational_part() const { return rational_; }  ///< a
    const Rational& root_part() const { return root_; }          ///< b
    std::int64_t radicand() const { return radicand_; }          ///< d, without squares; 0 if b is 0
    bool is_rational() const { return radicand_ == 0; }

    int sign() const;          ///< -1, 0 or 1, by squares
    double to_double() const;  ///< accurate even where a and b * sqrt(d) cancel

    friend bool operator==(const QuadraticNumber&, const QuadraticNumber&) = default;
    friend bool operator<(const QuadraticNumber& a, const QuadraticNumber& b) { return (a - b).sign() < 0; }
    friend bool operator>(const QuadraticNumber& a, const QuadraticNumber& b) { return b < a; }
    friend QuadraticNumber operator-(const QuadraticNumber& a);
    friend QuadraticNumber operator+(const QuadraticNumber& a, const QuadraticNumber& b);
    friend QuadraticNumber operator-(const QuadraticNumber& a, const QuadraticNumber& b) { return a + -b; }
    friend QuadraticNumber operator*(const QuadraticNumber& a, const QuadraticNumber& b);
    friend QuadraticNumber operator/(const QuadraticNumber& a, const QuadraticNumber& b);

  private:
    Rational rational_;
    Rational root_;
    std::int64_t radicand_ = 0;
};

/// The radicand that two numbers share, 0 if neither has a root. Throws InputError if theirs differ.
std::int64_t common_radicand(std::int64_t a, std::int64_t b);

/// Reads what parse_rational reads, `golden` = (sqrt(5) - 1) / 2, `sqrt(5)`, and expressions of these with +
/// - * / and brackets, such as 2*golden-1 and (3-sqrt(2))/7. Throws InputError: expected a number, got "...".
QuadraticNumber parse_quadratic(std::string_view text);
/// Whether a text looks like such an expression by its letters; it may still be malformed.
bool looks_quadratic(std::string_view text);

/// "3/7", or "-1/2+1/2*sqrt(5)": what parse_quadratic reads back.
std::string to_string(const QuadraticNumber& value);

/// A fraction with |numerator / denominator - sqrt(d)| < 1 / denominator^2.
struct RootFraction {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;

    /// For integers p, q with |q| up to this, p + q * numerator / denominator has the sign of p + q *
    /// sqrt(d), and is 0 only where p and q are.
    double comparable(std::int64_t radicand) const;
};

/// The first convergent of sqrt(d), d not a square, with at least that denominator; nothing if it would
/// exceed 2^62. If the signs of p + q sqrt(d) and p + q u / v differ, then |p + q sqrt(d)| < |q| / v^2, and
/// with 1 <= |p^2 - d q^2| = |p + q sqrt(d)| |p - q sqrt(d)| this gives v^2 < q^2 (2 sqrt(d) + 1).
std::optional<RootFraction> root_fraction(std::int64_t radicand, double least_denominator);

}  // namespace drover
