#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <drover/plot/chart.hpp>

namespace drover {

/// The logarithm to base ten of a positive number, using + - * / only, with an error below 1e-15 relative to
/// max(1, result): the C library's differs between machines in the last bit.
double portable_log10(double value);

/// factor * 10^exponent with the factor 1, 2 or 5.
struct DecimalStep {
    int factor = 1;
    int exponent = 0;

    friend bool operator==(const DecimalStep&, const DecimalStep&) = default;
};

double value_of(DecimalStep step);

/// The least step that is not below `least`, which is positive.
DecimalStep step_from(double least);

/// The step after this one in 1, 2, 5, 10, 20, ...
DecimalStep next(DecimalStep step);

/// A mark on an axis; without a label it is a minor one.
struct Tick {
    double at = 0;  // 0 is the low end of the axis, 1 the high end
    std::string label = {};
};

/// The values that an axis has to show.
struct ValueRange {
    double low = 0;
    double high = 0;
    bool empty = true;

    void include(double value);
};

enum class Direction { across, upward };

/// The layout of an axis: the positions of values, and the tick labels.
struct AxisLayout {
    Scale scale = Scale::linear;
    double low = 0;  // logarithms on a log axis
    double high = 1;
    std::vector<Tick> ticks = {};

    double at(double value) const;
};

/// Round ends around the range, and ticks with labels that do not touch over `length` pixels.
/// Throws InputError, naming `place`, for a linear range beyond 1e300.
AxisLayout lay_out(const std::string& place, Scale scale, ValueRange range, double length,
                   Direction direction);

/// The ends as given, and round ticks between them. Throws InputError, naming `place`, unless the first is
/// below the second by more than the resolution of doubles.
AxisLayout lay_out_between(const std::string& place, AxisRange ends, double length, Direction direction);

/// Width of the widest tick label.
double label_width(const AxisLayout& axis);

constexpr double tick_font_size = 11;

}  // namespace drover
