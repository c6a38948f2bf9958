#include <charconv>
#include <cmath>
#include <optional>

#include <drover/core/check.hpp>
#include <drover/number/rational.hpp>

namespace drover {
namespace {

[[noreturn]] void throw_too_large() {
    throw InputError(Problem{
        .fault = Fault::range,
        .text =
            "number too large or too long: expected at most 127 bits (38 digits) above and below the line"});
}

Int128 checked_product(Int128 a, Int128 b) {
    Int128 product = 0;
    if (!multiply(a, b, product)) throw_too_large();
    return product;
}

Int128 checked_sum(Int128 a, Int128 b) {
    Int128 sum = 0;
    if (!add(a, b, sum)) throw_too_large();
    return sum;
}

Int128 power_of_ten(int exponent) {
    Int128 power = 1;
    for (int i = 0; i < exponent; ++i) power = checked_product(power, 10);
    return power;
}

struct Digits {
    Int128 value = 0;
    int count = 0;
};

// Takes the decimal digits at the front of `text`.
Digits take_digits(std::string_view& text) {
    Digits digits;
    while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
        digits.value = checked_sum(checked_product(digits.value, 10), text.front() - '0');
        ++digits.count;
        text.remove_prefix(1);
    }
    return digits;
}

bool take(std::string_view& text, char wanted) {
    if (text.empty() || text.front() != wanted) return false;
    text.remove_prefix(1);
    return true;
}

// The exponent after 'e': nothing if it is malformed.
std::optional<int> take_exponent(std::string_view& text) {
    if (take(text, '+') && text.starts_with('-')) return std::nullopt;
    int exponent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return exponent;
}

// sign digits [. digits] [e exponent]; nothing if the text is not of that form.
std::optional<Rational> parse_decimal(std::string_view text) {
    const bool negative = take(text, '-');
    if (!negative) take(text, '+');
    const Digits integer = take_digits(text);
    Digits fraction;
    if (take(text, '.')) fraction = take_digits(text);
    if (integer.count + fraction.count == 0) return std::nullopt;
    int exponent = 0;
    if (take(text, 'e') || take(text, 'E')) {
        const std::optional<int> given = take_exponent(text);
        if (!given) return std::nullopt;
        exponent = *given;
    }
    if (!text.empty()) return std::nullopt;

    const Int128 magnitude =
        checked_sum(checked_product(integer.value, power_of_ten(fraction.count)), fraction.value);
    const Int128 digits = negative ? -magnitude : magnitude;
    if (digits == 0) return Rational{};
    if (exponent > 1000 || exponent < -1000) throw_too_large();
    const int shift = exponent - fraction.count;
    return shift >= 0 ? Rational{checked_product(digits, power_of_ten(shift)), 1}
                      : Rational{digits, power_of_ten(-shift)};
}

std::optional<Rational> parse_fraction(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return parse_decimal(text);
    const std::optional<Rational> above = parse_decimal(text.substr(0, slash));
    const std::optional<Rational> below = parse_decimal(text.substr(slash + 1));
    if (!above || !below || *below == Rational{}) return std::nullopt;
    return *above / *below;
}

}  // namespace

Rational::Rational(Int128 numerator, Int128 denominator) {
    check_input(denominator != 0, [] {
        return Problem{Fault::range, {.function = "Rational"}, "a denominator other than 0"};
    });
    if (numerator < -int128_max || denominator < -int128_max)
        throw_too_large();  // it has no positive counterpart
    const Int128 divisor = greatest_common_divisor(numerator, denominator);
    const Int128 sign = denominator < 0 ? -1 : 1;
    numerator_ = sign * (numerator / divisor);
    denominator_ = sign * (denominator / divisor);
}

// The quotient to at least 56 bits, the last of which is sticky: it is also set by the remainder. Rounded
// once.
double Rational::to_double() const {
    const auto size = static_cast<UInt128>(absolute(numerator_));
    const auto divisor = static_cast<UInt128>(denominator_);
    constexpr UInt128 exact = UInt128{1} << 53U;
    if (size <= exact && divisor <= exact)
        return static_cast<double>(numerator_) / static_cast<double>(denominator_);
    UInt128 quotient = size / divisor;
    UInt128 rest = size % divisor;
    int exponent = 0;
    while (rest != 0 && quotient < (UInt128{1} << 55U)) {
        rest *= 2;  // below 2^128: the divisor is below 2^127
        quotient = 2 * quotient + (rest >= divisor ? 1 : 0);
        if (rest >= divisor) rest -= divisor;
        --exponent;
    }
    if (rest != 0) quotient |= 1U;
    const double value = std::ldexp(static_cast<double>(quotient), exponent);
    return numerator_ < 0 ? -value : value;
}

bool operator<(const Rational& a, const Rational& b) { return (a - b).numerator_ < 0; }

Rational operator-(const Rational& a) { return Rational{-a.numerator_, a.denominator_}; }

Rational operator+(const Rational& a, const Rational& b) {
    const Int128 common = greatest_common_divisor(a.denominator_, b.denominator_);
    const Int128 a_factor = b.denominator_ / common;
    const Int128 b_factor = a.denominator_ / common;
    return {checked_sum(checked_product(a.numerator_, a_factor), checked_product(b.numerator_, b_factor)),
            checked_product(a.denominator_, a_factor)};
}

Rational operator*(const Rational& a, const Rational& b) {
    const Rational left{a.numerator_, b.denominator_};
    const Rational right{b.numerator_, a.denominator_};
    return {checked_product(left.numerator_, right.numerator_),
            checked_product(left.denominator_, right.denominator_)};
}

Rational operator/(const Rational& a, const Rational& b) {
    return a * Rational{b.denominator_, b.numerator_};
}

Rational parse_rational(std::string_view text) {
    std::optional<Rational> value = parse_fraction(text);
    if (!value) throw InputError(Problem{Fault::type, {}, "a number", quoted(std::string{text})});
    return *value;
}

std::string to_string(const Rational& value) {
    std::string text = to_string(value.numerator());
    if (value.denominator() != 1) text += '/' + to_string(value.denominator());
    return text;
}

std::string decimal_text(const Rational& value) {
    Int128 rest = value.denominator();
    std::size_t decimals = 0;
    Int128 digits = absolute(value.numerator());
    for (; rest % 10 == 0; ++decimals) rest /= 10;
    for (const Int128 factor : {Int128{2}, Int128{5}}) {
        for (; rest % factor == 0; ++decimals) {
            rest /= factor;
            if (!multiply(digits, 10 / factor, digits)) return to_string(value);
        }
    }
    constexpr std::size_t most_decimals = 38;  // that can be read back: 10^39 has more than 127 bits
    if (rest != 1 || decimals > most_decimals) return to_string(value);
    std::string text = to_string(digits);
    if (decimals > 0) {
        if (text.size() <= decimals) text.insert(0, decimals + 1 - text.size(), '0');
        text.insert(text.size() - decimals, 1, '.');
    }
    return value.numerator() < 0 ? '-' + text : text;
}

Int128 floor(const Rational& value) {
    const Int128 quotient = value.numerator() / value.denominator();
    return value.numerator() % value.denominator() < 0 ? quotient - 1 : quotient;
}

Int128 ceil(const Rational& value) { return -floor(-value); }

}  // namespace drover
