#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <drover/number/decimal.hpp>
#include <drover/number/rational.hpp>

namespace drover {
namespace {

constexpr Int128 unit_limit = Int128{1} << 62;
constexpr int exponent_limit = 100'000;                                           // far beyond what fits
constexpr Int128 digits_limit = Int128{100'000'000'000'000} * 1'000'000'000'000;  // 10^26

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool take_char(std::string_view& text, char wanted) {
    if (!text.starts_with(wanted)) return false;
    text.remove_prefix(1);
    return true;
}

// Takes the digits at the front, each worth `scale` decimals; returns how many.
std::size_t take_digits(std::string_view& text, Decimal& number, int scale) {
    std::size_t count = 0;
    for (; count < text.size() && is_digit(text[count]); ++count) {
        number.scale += scale;
        if (number.digits < digits_limit) {
            number.digits = 10 * number.digits + (text[count] - '0');
        } else {
            --number.scale;
        }
    }
    text.remove_prefix(count);
    return count;
}

// The exponent after the 'e', up to the end of the text.
std::optional<int> parse_exponent(std::string_view text) {
    const bool signed_plus = take_char(text, '+');
    if (signed_plus && text.starts_with('-')) return std::nullopt;
    int exponent = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, exponent);
    if (error == std::errc::invalid_argument || stop != end) return std::nullopt;
    if (error != std::errc{}) return text.starts_with('-') ? -exponent_limit : exponent_limit;
    return std::clamp(exponent, -exponent_limit, exponent_limit);
}

Int128 floor_tenth(Int128 value) { return value >= 0 ? value / 10 : -((9 - value) / 10); }

// Powers of ten that a double holds exactly.
constexpr std::array<double, 23> powers_of_ten{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// One division of two exact numbers, rounded once; nothing if they are not exact.
std::optional<double> quick_double(const Decimal& number) {
    constexpr Int128 exact = Int128{1} << 53;
    const bool is_exact = absolute(number.digits) <= exact && number.scale >= 0 &&
                          static_cast<std::size_t>(number.scale) < powers_of_ten.size();
    if (!is_exact) return std::nullopt;
    return static_cast<double>(static_cast<std::int64_t>(number.digits)) /
           powers_of_ten[static_cast<std::size_t>(number.scale)];
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<Decimal> parse_decimal(std::string_view text) {
    text = trimmed(text);
    const bool negative = take_char(text, '-');
    if (text.size() > 1 && text[0] == '0' && is_digit(text[1])) return std::nullopt;
    Decimal number;
    std::size_t digit_count = take_digits(text, number, 0);
    if (take_char(text, '.')) digit_count += take_digits(text, number, 1);
    if (digit_count == 0) return std::nullopt;
    if (take_char(text, 'e') || take_char(text, 'E')) {
        const std::optional<int> exponent = parse_exponent(text);
        if (!exponent) return std::nullopt;
        number.scale -= *exponent;
        text = {};
    }
    if (!text.empty()) return std::nullopt;
    if (negative) number.digits = -number.digits;
    return number;
}

bool is_integer(const Decimal& number) {
    Int128 digits = number.digits;
    for (int scale = number.scale; scale > 0 && digits != 0; --scale) {
        if (digits % 10 != 0) return false;
        digits /= 10;
    }
    return true;
}

std::optional<std::int64_t> to_units(const Decimal& number, int decimals) {
    Int128 value = number.digits;
    int shift = decimals - number.scale;
    for (; shift > 0 && value != 0 && absolute(value) < unit_limit; --shift) value *= 10;
    for (; shift < 0 && value != 0 && value != -1; ++shift) value = floor_tenth(value);
    if (absolute(value) >= unit_limit) return std::nullopt;
    return static_cast<std::int64_t>(value);
}

double to_double(const Decimal& number) {
    if (const std::optional<double> quick = quick_double(number)) return *quick;
    Int128 above = number.digits;
    Int128 below = 1;
    int shift = number.scale;
    for (; shift < 0 && absolute(above) <= int128_max / 10; ++shift) above *= 10;
    for (; shift > 0 && below <= int128_max / 10; --shift) below *= 10;
    double value = Rational{above, below}.to_double();
    for (; shift < 0 && value != 0 && std::isfinite(value); ++shift) value *= 10;
    for (; shift > 0 && value != 0; --shift) value /= 10;
    return value;
}

void append_decimal(std::string& out, std::int64_t units, int decimals) {
    std::array<char, 24> buffer{};
    const std::uint64_t magnitude =
        units < 0 ? 0 - static_cast<std::uint64_t>(units) : static_cast<std::uint64_t>(units);
    const char* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude).ptr;
    const std::string_view digits{buffer.data(), static_cast<std::size_t>(end - buffer.data())};
    if (units < 0) out += '-';
    const auto behind = static_cast<std::size_t>(decimals);
    const std::size_t before = digits.size() > behind ? digits.size() - behind : 0;
    out.append(before > 0 ? digits.substr(0, before) : "0");
    if (behind == 0) return;
    out += '.';
    out.append(behind - (digits.size() - before), '0');
    out.append(digits.substr(before));
}

std::string decimal_text(std::int64_t units, int decimals) {
    std::string text;
    append_decimal(text, units, decimals);
    return text;
}

}  // namespace drover
