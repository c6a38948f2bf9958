#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include <drover/core/check.hpp>
#include <drover/number/big_int.hpp>
#include <drover/number/proportions.hpp>

namespace drover {
namespace {

constexpr std::size_t longest_denominator = 4096;  // bits; beyond that values are cut first
constexpr std::size_t kept_bits = 1024;            // of the largest value, then

// The values as integer multiples of a common unit, which is not kept, and their sum.
struct IntegerParts {
    std::vector<BigInt> parts;
    BigInt sum;
    double cut = 0;  // the largest change of a share so far
};

BigInt power_of_two(std::size_t exponent) {
    BigInt power{1};
    for (; exponent >= 64; exponent -= 64) power = power * BigInt{Int128{1} << 64};
    return power * BigInt{Int128{1} << exponent};
}

// Nothing if it is too long to work with.
std::optional<BigInt> denominator_of(std::span<const Rational> values) {
    BigInt common{1};
    for (const Rational& value : values) {
        const BigInt denominator{value.denominator()};
        common = common / greatest_common_divisor(common, denominator) * denominator;
        if (common.bit_length() > longest_denominator) return std::nullopt;
    }
    return common;
}

IntegerParts integer_parts(std::span<const Rational> values) {
    IntegerParts scaled;
    const std::optional<BigInt> common = denominator_of(values);
    const BigInt scale = common ? *common : power_of_two(kept_bits);  // no value but 0 is below 2^-127
    for (const Rational& value : values) {
        scaled.parts.push_back(BigInt{value.numerator()} * scale / BigInt{value.denominator()});
        scaled.sum += scaled.parts.back();
    }
    if (!common)
        scaled.cut = std::ldexp(static_cast<double>(values.size()), 128 - static_cast<int>(kept_bits));
    return scaled;
}

std::optional<std::vector<std::int64_t>> lowest_terms(const IntegerParts& scaled, std::int64_t max_sum) {
    BigInt divisor;
    for (const BigInt& part : scaled.parts) divisor = greatest_common_divisor(divisor, part);
    if (scaled.sum / divisor > BigInt{max_sum}) return std::nullopt;
    std::vector<std::int64_t> parts;
    for (const BigInt& part : scaled.parts)
        parts.push_back(static_cast<std::int64_t>((part / divisor).to_int128().value()));
    return parts;
}

// a / b rounded up, by less than one part in 2^49.
double quotient_above(const BigInt& a, const BigInt& b) {
    const std::size_t length = b.bit_length();
    if (a.sign() == 0) return 0;
    return std::max(a.scaled(length) / b.scaled(length) * (1 + 0x1p-49), std::numeric_limits<double>::min());
}

// The largest |parts[i] / their sum - scaled.parts[i] / scaled.sum|.
double largest_error(const IntegerParts& scaled, const std::vector<std::int64_t>& parts) {
    BigInt sum;
    for (const std::int64_t part : parts) sum += part;
    BigInt largest;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        BigInt error = BigInt{parts[i]} * scaled.sum - scaled.parts[i] * sum;
        if (error.sign() < 0) error = -error;
        if (error > largest) largest = std::move(error);
    }
    return quotient_above(largest, sum * scaled.sum) + scaled.cut;
}

}  // namespace

Proportions in_proportion(std::span<const Rational> values, GridOptions options) {
    assert(std::all_of(values.begin(), values.end(), [](const Rational& v) { return v.numerator() >= 0; }));
    if (std::optional<GridNumbers> exact = exact_grid(values, options.max_unit))
        return {.parts = std::move(exact->multiples)};
    const IntegerParts scaled = integer_parts(values);
    assert(scaled.sum.sign() > 0);
    if (scaled.cut == 0) {
        if (auto exact = lowest_terms(scaled, options.max_unit)) return {.parts = *std::move(exact)};
    }
    Proportions result;
    bool is_any = false;
    const BigInt unit = power_of_two(static_cast<std::size_t>(options.bits) + 1);
    for (const BigInt& part : scaled.parts) {  // (2 * part * 2^bits + sum) / (2 * sum)
        const BigInt multiple = (part * unit + scaled.sum) / (scaled.sum + scaled.sum);
        result.parts.push_back(static_cast<std::int64_t>(multiple.to_int128().value()));
        is_any = is_any || result.parts.back() > 0;
    }
    check_input(is_any, [&] {
        return Problem{Fault::range,
                       {},
                       "shares above 2^-" + std::to_string(options.bits + 1),
                       std::to_string(values.size()) + " that are all below"};
    });
    result.error_bound = largest_error(scaled, result.parts);
    return result;
}

}  // namespace drover
