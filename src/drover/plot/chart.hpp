#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <drover/core/choice.hpp>
#include <drover/plot/raster.hpp>

namespace drover {

/// A separate file with an XML declaration, or markup to embed in an HTML page.
enum class SvgForm { file, embedded };

enum class Scale { linear, log };

struct AxisRange {
    double low = 0;
    double high = 0;
};

/// The axis shows every value drawn and those in `include`, widened to round numbers; or exactly the range,
/// if one is given, and points beyond it are cut off. A range is for linear axes.
struct Axis {
    std::string label = {};
    Scale scale = Scale::linear;
    std::vector<double> include = {};
    std::optional<AxisRange> range = {};
    bool has_labels = true;  // at its ticks
};

/// A reference is a thin grey dashed line that uses none of the series colours: c/x and c/sqrt(x) are
/// straight on two log axes, so that two points are enough. Arrows go from the first point to the second,
/// from the third to the fourth, and so on. Circles are open.
enum class Mark { line, dashed, points, reference, arrows, circles };
/// Those of a plain series.
inline constexpr Choice<Mark> series_marks[]{
    {"line", Mark::line}, {"points", Mark::points}, {"dashed", Mark::dashed}};

/// y over x; an empty x is 1, 2, 3, ... With `low` and `high`, one of each per point, a band is drawn behind
/// the line, or an error bar behind each point. A value that cannot be drawn leaves a gap in a line.
struct Series {
    std::string name = {};
    std::vector<double> x = {};
    std::vector<double> y = {};
    std::vector<double> low = {};
    std::vector<double> high = {};
    Mark mark = Mark::line;
    std::vector<std::size_t> starts = {};  // points that begin a new part of the line; ascending
    std::string colour = {};               // "#0072b2"; empty: the next one that no other series uses
    std::vector<std::string> labels = {};  // labels beside the points, one per point; empty: none
};

/// Pixels behind the series, from corner to corner.
struct RasterLayer {
    Raster raster = {};
    AxisRange x = {};
    AxisRange y = {};
};

/// Lines and points. Values that are not finite, or not positive on a log axis, are left out, and their
/// number is stated below the picture. In texts, ^{...} is superscript and _{...} subscript.
struct Chart {
    std::string title = {};
    Axis x = {};
    Axis y = {};
    std::vector<Series> series = {};
    std::vector<RasterLayer> layers = {};
    std::string note = {};      // below the picture
    bool equal_scales = false;  // one unit has the same length on both axes, which must be linear
    double left = 0;            // minimum width in pixels left of the plot, so that panels line up
    double width = 640;         // pixels
    double height = 400;
};

struct BarGroup {
    std::string name = {};
    std::vector<double> values = {};        // one per category
    std::vector<double> spreads = {};       // half the length of an error bar, one per category; empty: none
    std::string colour = {};                // as in Series
    std::vector<std::string> colours = {};  // one per category, in place of `colour`; empty: all the same
};

/// Bars side by side in every category, from zero up or down (on a log axis from its lower end). An error bar
/// goes from value - spread to value + spread, unless the spread is 0 or cannot be drawn.
struct BarChart {
    std::string title = {};
    std::string x_label = {};
    Axis y = {};
    std::vector<std::string> categories = {};
    std::vector<BarGroup> groups = {};
    std::string missing = {};  // what a missing value means; if empty, they are counted below the chart
    double width = 640;
    double height = 400;
};

/// SVG, byte for byte the same on every machine: no scripts, no external resources, no ids. Of a long line
/// only what can be seen is written: first, lowest, highest and last point in each half pixel. Throws
/// InputError for sizes that do not match, and for values a linear axis cannot hold.
void write_svg(std::ostream& out, const Chart& chart, SvgForm form = SvgForm::file);
void write_svg(std::ostream& out, const BarChart& chart, SvgForm form = SvgForm::file);

}  // namespace drover
