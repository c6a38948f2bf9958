#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <drover/number/int128.hpp>

namespace drover {

/// A decimal number as written: digits * 10^-scale.
struct Decimal {
    Int128 digits = 0;
    int scale = 0;
};

/// Without the spaces and tabs at its ends.
std::string_view trimmed(std::string_view text);

/// Reads "3", "-0.25", ".5" or "1e-3", with blanks around it; nothing if the text is not such a number. A
/// text with leading zeros ("0049") is a name, not a number. Digits after the 26th count as zeros.
std::optional<Decimal> parse_decimal(std::string_view text);

bool is_integer(const Decimal& number);

/// The number in units of 10^-decimals, further digits cut off (downwards). Nothing if its magnitude is 2^62
/// or more.
std::optional<std::int64_t> to_units(const Decimal& number, int decimals);

/// The nearest double, ties to even, for numbers of up to 37 decimals below 10^37 in magnitude; beyond these
/// it may be off by a few units in the last place, the same everywhere. Infinite if too large.
double to_double(const Decimal& number);

/// Appends "-1.25" for -125 units of two decimals.
void append_decimal(std::string& out, std::int64_t units, int decimals);
std::string decimal_text(std::int64_t units, int decimals);

}  // namespace drover
