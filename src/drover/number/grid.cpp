#include <cmath>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/number/grid.hpp>

namespace drover {
namespace {

Problem off_grid(const std::string& value, int bits, Place place = {}) {
    return {.fault = Fault::range,
            .place = std::move(place),
            .text = "number " + value + " is too large for a grid of 2^-" + std::to_string(bits) +
                    ": expected a magnitude below 2^" + std::to_string(62 - bits)};
}

bool is_on_grid(const Rational& value, int bits) {
    const Int128 limit = Int128{1} << (62 - bits);
    const Int128 floored = floor(value);
    return floored < limit && floored >= -limit;
}

// value * 2^bits rounded down, the remainder over the denominator in `rest`. Long division bit by bit:
// nothing overflows, however long the fraction.
std::int64_t scaled_floor(const Rational& value, int bits, Int128& rest) {
    const Int128 floored = floor(value);
    rest = value.numerator() % value.denominator();
    if (rest < 0) rest += value.denominator();
    auto multiple = static_cast<std::int64_t>(floored);
    for (int i = 0; i < bits; ++i) {
        multiple *= 2;
        if (rest >= value.denominator() - rest) {
            ++multiple;
            rest -= value.denominator() - rest;
        } else {
            rest += rest;
        }
    }
    return multiple;
}

}  // namespace

std::optional<Int128> common_denominator(std::span<const Rational> values, Int128 limit) {
    Int128 common = 1;
    for (const Rational& value : values) {
        const Int128 factor = value.denominator() / greatest_common_divisor(common, value.denominator());
        if (!multiply(common, factor, common) || common > limit) return std::nullopt;
    }
    return common;
}

std::optional<GridNumbers> exact_grid(std::span<const Rational> values, Int128 max_unit) {
    const std::optional<Int128> unit = common_denominator(values, max_unit);
    if (!unit) return std::nullopt;
    GridNumbers grid{.multiples = {}, .unit = static_cast<std::int64_t>(*unit)};
    grid.multiples.reserve(values.size());
    for (const Rational& value : values) {
        Int128 multiple = 0;
        if (!multiply(value.numerator(), *unit / value.denominator(), multiple) || !fits_int64(multiple)) {
            return std::nullopt;
        }
        grid.multiples.push_back(static_cast<std::int64_t>(multiple));
    }
    return grid;
}

std::int64_t nearest_multiple(const Rational& value, int bits) {
    Int128 rest = 0;
    std::int64_t multiple = scaled_floor(value, bits, rest);
    const Int128 gap = value.denominator() - rest;  // to the next multiple above
    if (rest > gap || (rest == gap && value.numerator() > 0)) ++multiple;
    return multiple;
}

GridNumbers to_grid(std::span<const Rational> values, GridOptions options,
                    const std::function<Place(std::size_t)>& place) {
    if (std::optional<GridNumbers> exact = exact_grid(values, options.max_unit)) return *std::move(exact);
    GridNumbers grid{.multiples = {}, .unit = std::int64_t{1} << options.bits};
    grid.error_bound = std::ldexp(1.0, -options.bits - 1);
    for (std::size_t k = 0; k < values.size(); ++k) {
        const Rational& value = values[k];
        check_input(is_on_grid(value, options.bits),
                    [&] { return off_grid(to_string(value), options.bits, place ? place(k) : Place{}); });
        grid.multiples.push_back(nearest_multiple(value, options.bits));
    }
    return grid;
}

GridNumbers to_grid(std::span<const double> values, GridOptions options) {
    GridNumbers grid{.multiples = {}, .unit = std::int64_t{1} << options.bits};
    grid.error_bound = std::ldexp(1.0, -options.bits - 1);
    for (const double value : values) {
        check_input(std::isfinite(value), [] {
            return Problem{Fault::range, {}, "a finite number", "NaN or infinity"};
        });
        const double scaled = std::round(std::ldexp(value, options.bits));
        check_input(std::abs(scaled) < 0x1p62, [&] { return off_grid(shortest(value), options.bits); });
        grid.multiples.push_back(static_cast<std::int64_t>(scaled));
    }
    return grid;
}

}  // namespace drover
