#include <algorithm>
#include <array>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/plot/impl/axis.hpp>
#include <drover/plot/impl/svg.hpp>

namespace drover {
namespace {

// Logarithms of 1 .. 9 to base ten.
constexpr std::array<double, 10> log_of_digit{0,
                                              0,
                                              0.30102999566398120,
                                              0.47712125471966244,
                                              0.60205999132796239,
                                              0.69897000433601880,
                                              0.77815125038364363,
                                              0.84509804001425683,
                                              0.90308998699194359,
                                              0.95424250943932487};
constexpr std::array<int, 3> factors{1, 2, 5};

double power_of_ten(int exponent) {
    double power = 1;
    for (int i = 0; i < exponent; ++i) power *= 10;
    return power;
}

// number * 10^exponent; correctly rounded as long as the power is exact, that is up to 10^22.
double decimal(double number, int exponent) {
    if (exponent >= 0) return number * power_of_ten(exponent);
    const int first = std::min(-exponent, 300);
    return number / power_of_ten(first) / power_of_ten(-exponent - first);
}

// floor and ceil that treat a number within 1e-9 of an integer as that integer.
constexpr std::string_view times_ten =
    "\xC2\xB7"  // a dot in the middle
    "10";

double steady_floor(double x) { return std::floor(x + 1e-9); }
double steady_ceil(double x) { return std::ceil(x - 1e-9); }

std::string with_point(const std::string& digits, int decimals) {
    if (decimals == 0) return digits;
    const auto places = static_cast<std::size_t>(decimals);
    const std::string padded =
        digits.size() > places ? digits : std::string(places + 1 - digits.size(), '0') + digits;
    return padded.substr(0, padded.size() - places) + '.' + padded.substr(padded.size() - places);
}

std::string scientific(std::string digits, int exponent) {
    exponent += static_cast<int>(digits.size()) - 1;
    digits.erase(digits.find_last_not_of('0') + 1);
    return with_point(digits, static_cast<int>(digits.size()) - 1).append(times_ten).append("^{") +
           std::to_string(exponent) + '}';
}

// number * 10^exponent; `largest` is the largest number on the axis, so that all labels have the same form.
std::string decimal_label(std::int64_t number, int exponent, std::int64_t largest) {
    if (number == 0) return "0";
    const std::string sign = number < 0 ? "-" : "";
    const std::string digits = std::to_string(number < 0 ? -number : number);
    const int size = static_cast<int>(std::to_string(largest).size()) + exponent;
    if (exponent < -5 || (exponent > 2 && size > 6)) return sign + scientific(digits, exponent);
    if (exponent < 0) return sign + with_point(digits, -exponent);
    return sign + digits + std::string(static_cast<std::size_t>(exponent), '0');
}

double label_room(const Tick& tick, Direction direction) {
    if (direction == Direction::upward) return 20;
    return text_width(tick.label, tick_font_size) + 14;
}

double widest_room(const std::vector<Tick>& ticks, Direction direction) {
    double room = 0;
    for (const Tick& tick : ticks) {
        if (!tick.label.empty()) room = std::max(room, label_room(tick, direction));
    }
    return room;
}

void check_range(const std::string& place, ValueRange range) {
    for (const double end : {range.low, range.high}) {
        check_input(std::abs(end) <= 1e300, [&] {
            return Problem{Fault::range, {.key = place}, "values up to 1e300 on a linear axis", rounded(end)};
        });
    }
}

// A range too narrow for doubles is widened by half its magnitude on each side.
ValueRange widened(ValueRange range) {
    if (range.empty) return {0, 1, false};
    const double size = std::max(std::abs(range.low), std::abs(range.high));
    if (range.high - range.low > std::max(size * 1e-12, 1e-300)) return range;
    const double margin = size > 1e-300 ? size / 2 : 1;
    return {range.low - margin, range.high + margin, false};
}

AxisLayout linear_axis(ValueRange range, DecimalStep step) {
    const double unit = value_of(step);
    const auto first = static_cast<std::int64_t>(steady_floor(range.low / unit));
    const auto last = static_cast<std::int64_t>(steady_ceil(range.high / unit));
    const std::int64_t largest = std::max(std::abs(first), std::abs(last)) * step.factor;
    AxisLayout axis{Scale::linear,
                    decimal(static_cast<double>(first * step.factor), step.exponent),
                    decimal(static_cast<double>(last * step.factor), step.exponent),
                    {}};
    for (std::int64_t n = first; n <= last; ++n) {
        const double at = static_cast<double>(n - first) / static_cast<double>(last - first);
        axis.ticks.push_back({at, decimal_label(n * step.factor, step.exponent, largest)});
    }
    return axis;
}

// The ends as they are, and the ticks between them.
AxisLayout cut_axis(ValueRange range, DecimalStep step) {
    AxisLayout full = linear_axis(range, step);
    AxisLayout axis{Scale::linear, range.low, range.high, {}};
    for (Tick& tick : full.ticks) {
        tick.at = axis.at(full.low + tick.at * (full.high - full.low));
        if (tick.at > -1e-9 && tick.at < 1 + 1e-9) axis.ticks.push_back(std::move(tick));
    }
    return axis;
}

template <class MakeAxis>
AxisLayout fitting_axis(ValueRange range, double length, Direction direction, MakeAxis&& make_axis) {
    const double wanted = std::max(length / (direction == Direction::across ? 90 : 45), 2.0);
    DecimalStep step = step_from((range.high - range.low) / wanted);
    AxisLayout axis = make_axis(range, step);
    while (axis.ticks.size() > 3 &&
           widest_room(axis.ticks, direction) * static_cast<double>(axis.ticks.size() - 1) > length) {
        step = next(step);
        axis = make_axis(range, step);
    }
    return axis;
}

// Rungs number the ends a log axis may have: 3k, 3k+1, 3k+2 are 1, 2, 5 times 10^k.
double log_of_rung(int rung) {
    const int decade = static_cast<int>(std::floor(rung / 3.0));
    return decade +
           log_of_digit[static_cast<std::size_t>(factors[static_cast<std::size_t>(rung - 3 * decade)])];
}

int rung_below(double logarithm) {
    int rung = 3 * static_cast<int>(std::floor(logarithm)) - 1;
    while (log_of_rung(rung + 1) <= logarithm + 1e-9) ++rung;
    return rung;
}

int rung_above(double logarithm) {
    int rung = 3 * static_cast<int>(std::floor(logarithm)) - 1;
    while (log_of_rung(rung) < logarithm - 1e-9) ++rung;
    return rung;
}

AxisLayout log_ends(ValueRange range) {
    if (range.empty) range = {1, 10, false};
    int first = rung_below(portable_log10(range.low));
    int last = rung_above(portable_log10(range.high));
    if (first == last) {
        --first;
        ++last;
    }
    return {Scale::log, log_of_rung(first), log_of_rung(last), {}};
}

Tick log_tick(const AxisLayout& axis, int digit, int decade) {
    Tick tick;
    tick.at = (decade + log_of_digit[static_cast<std::size_t>(digit)] - axis.low) / (axis.high - axis.low);
    if (axis.low >= -4 && axis.high <= 5) {
        tick.label = decimal_label(digit, decade, digit);
    } else {
        tick.label = digit == 1 ? "10" : std::to_string(digit).append(times_ten);
        tick.label += "^{" + std::to_string(decade) + '}';
    }
    return tick;
}

enum class Detail { decades, minor, labelled };

// Ticks at every `stride`-th decade, and within decades as `detail` says.
std::vector<Tick> log_ticks(const AxisLayout& axis, int stride, Detail detail) {
    std::vector<Tick> ticks;
    for (int k = static_cast<int>(std::floor(axis.low)); k <= axis.high + 1; ++k) {
        for (int digit = 1; digit <= (detail == Detail::decades ? 1 : 9); ++digit) {
            Tick tick = log_tick(axis, digit, k);
            const bool labelled = digit == 1 || (detail == Detail::labelled && (digit == 2 || digit == 5));
            if (!labelled || k % stride != 0) tick.label.clear();
            const bool shown = digit > 1 || k % stride == 0;
            if (shown && tick.at > -1e-9 && tick.at < 1 + 1e-9) ticks.push_back(std::move(tick));
        }
    }
    return ticks;
}

AxisLayout lay_out_log(ValueRange range, double length, Direction direction) {
    AxisLayout axis = log_ends(range);
    const double decade = length / (axis.high - axis.low);
    axis.ticks = log_ticks(axis, 1, Detail::labelled);
    const double room = widest_room(axis.ticks, direction);
    if (axis.high - axis.low <= 2.5 && decade * 0.3 >= room) return axis;
    axis.ticks = log_ticks(axis, 1, decade >= 30 ? Detail::minor : Detail::decades);
    for (DecimalStep stride; decade * value_of(stride) < widest_room(axis.ticks, direction);) {
        stride = next(stride);
        axis.ticks = log_ticks(axis, static_cast<int>(value_of(stride)), Detail::decades);
    }
    if (widest_room(axis.ticks, direction) == 0) axis.ticks = log_ticks(axis, 1, Detail::labelled);
    return axis;
}

}  // namespace

double portable_log10(double value) {
    int exponent = 0;
    double mantissa = std::frexp(value, &exponent);  // exact
    if (mantissa < 0.70710678118654752) {
        mantissa *= 2;
        --exponent;
    }
    const double z = (mantissa - 1) / (mantissa + 1);  // ln m = 2 (z + z^3/3 + z^5/5 + ...), |z| < 0.172
    double series = 0;
    for (int n = 25; n >= 1; n -= 2) series = series * z * z + 1.0 / n;
    return exponent * log_of_digit[2] + 2 * z * series * 0.43429448190325183;
}

double value_of(DecimalStep step) { return decimal(step.factor, step.exponent); }

DecimalStep step_from(double least) {
    DecimalStep step{1, static_cast<int>(std::floor(portable_log10(least))) - 1};
    while (value_of(step) < least * (1 - 1e-12)) step = next(step);
    return step;
}

DecimalStep next(DecimalStep step) {
    if (step.factor == 5) return {1, step.exponent + 1};
    return {step.factor == 1 ? 2 : 5, step.exponent};
}

void ValueRange::include(double value) {
    low = empty ? value : std::min(low, value);
    high = empty ? value : std::max(high, value);
    empty = false;
}

double AxisLayout::at(double value) const {
    return ((scale == Scale::log ? portable_log10(value) : value) - low) / (high - low);
}

AxisLayout lay_out(const std::string& place, Scale scale, ValueRange range, double length,
                   Direction direction) {
    if (scale == Scale::log) return lay_out_log(range, length, direction);
    check_range(place, range);
    return fitting_axis(widened(range), length, direction, linear_axis);
}

AxisLayout lay_out_between(const std::string& place, AxisRange ends, double length, Direction direction) {
    const ValueRange range{ends.low, ends.high, false};
    check_range(place, range);
    check_input(ends.low < ends.high && widened(range).low == ends.low, [&] {
        return Problem{Fault::range,
                       {.key = place},
                       "two different ends, the lower one first",
                       rounded(ends.low) + " and " + rounded(ends.high)};
    });
    return fitting_axis(range, length, direction, cut_axis);
}

double label_width(const AxisLayout& axis) { return widest_room(axis.ticks, Direction::across) - 14; }

}  // namespace drover
