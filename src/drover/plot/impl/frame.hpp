#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <drover/plot/impl/axis.hpp>
#include <drover/plot/impl/svg.hpp>

namespace drover {

/// How many values were left out of a picture, and why.
struct LeftOut {
    std::int64_t not_finite = 0;
    std::int64_t not_positive = 0;
};

/// Whether the value can be drawn on the axis; counts it if not.
bool drawable(double value, Scale scale, LeftOut& left_out);

/// "Left out: 3 values that are not finite, ..."; empty if there are none.
std::string note(const LeftOut& left_out, const std::string& verb = "Left out");

enum class Swatch { line, dots, box, ring };

struct LegendItem {
    std::string name = {};
    Swatch swatch = Swatch::line;
    std::string colour = {};
    std::string style = {};  // further attributes of the line
};

/// The texts around a plot.
struct FrameText {
    std::string title = {};
    std::string x_label = {};
    std::string y_label = {};
    std::vector<LegendItem> legend = {};
    std::string note = {};
};

/// The rectangle of a plot in pixels, and its axes.
struct PlotArea {
    double left = 0;
    double top = 0;
    double width = 0;
    double height = 0;
    double name_at = 19;  // of the y axis, across
    AxisLayout x = {};
    AxisLayout y = {};

    double x_at(double value) const { return left + width * x.at(value); }
    double y_at(double value) const { return top + height * (1 - y.at(value)); }
};

/// Title and legend; the result is the upper end of the plot.
double draw_header(SvgPage& page, const FrameText& text, double width);

/// Axis names and the note, with the plot above `tick_strip` pixels of tick labels.
void draw_names(SvgPage& page, const FrameText& text, const PlotArea& area, double tick_strip);

/// Pixels below the plot for everything but the tick labels.
double footer_height(const FrameText& text);

/// Pixels to the left of the plot.
double left_margin(const FrameText& text, const AxisLayout& y);

/// The axis according to its range or the values.
AxisLayout lay_out_axis(const std::string& place, const Axis& axis, ValueRange found, double length,
                        Direction direction);

/// The x axis from `left` to the margin on the right, with room for half a label beyond either end.
void fit_x_axis(const std::string& place, PlotArea& area, const Axis& axis, ValueRange found,
                double page_width);

/// Grid lines and tick labels.
void draw_x_ticks(SvgPage& page, const PlotArea& area);
void draw_y_ticks(SvgPage& page, const PlotArea& area);
/// The outline, over grid and data.
void draw_outline(SvgPage& page, const PlotArea& area);

/// The text "no data" in the middle.
void draw_no_data(SvgPage& page, const PlotArea& area, const LeftOut& left_out);

/// Throws InputError unless something can be drawn in the area.
void check_area(const std::string& place, const PlotArea& area);

constexpr double right_margin = 22;
constexpr double plain_tick_strip = 20;

}  // namespace drover
