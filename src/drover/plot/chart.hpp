#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <drover/plot/raster.hpp>

namespace drover {

/// A file of its own with an XML declaration, or markup that an HTML page takes in as it is.
enum class SvgForm { file, embedded };

enum class Scale { linear, log };

struct AxisRange {
    double low = 0;
    double high = 0;
};

/// The axis shows every value drawn and those in `include`, widened to round numbers; or exactly the range,
/// where one is given, and what lies beyond is cut off. A range is for linear axes.
struct Axis {
    std::string label = {};
    Scale scale = Scale::linear;
    std::vector<double> include = {};
    std::optional<AxisRange> range = {};
    bool has_labels = true;  // at its ticks
};

/// A reference is a thin grey dashed line that takes no colour from the others: c/x and c/sqrt(x) are
/// straight on two log axes, so that two points are enough. Arrows go from the first point to the second,
/// from the third to the fourth, and so on. Circles are open.
enum class Mark { line, dashed, points, reference, arrows, circles };

/// y over x; an empty x is 1, 2, 3, ... With `low` and `high`, one each a point, a band lies behind the line,
/// or an error bar behind each point. A value that cannot be drawn leaves a gap in a line.
struct Series {
    std::string name = {};
    std::vector<double> x = {};
    std::vector<double> y = {};
    std::vector<double> low = {};
    std::vector<double> high = {};
    Mark mark = Mark::line;
    std::vector<std::size_t> starts = {};  // points that begin a new part of the line; rising
    std::string colour = {};               // "#0072b2"; empty: the next one that no other series asks for
    std::vector<std::string> labels = {};  // words beside the points, one per point; empty: none
};

/// Pixels behind the series, from corner to corner.
struct RasterLayer {
    Raster raster = {};
    AxisRange x = {};
    AxisRange y = {};
};

/// Lines and points. What is not finite, or not positive on a log axis, is left out, counted, and stated
/// below the picture. In texts, ^{...} is above the line and _{...} below it.
struct Chart {
    std::string title = {};
    Axis x = {};
    Axis y = {};
    std::vector<Series> series = {};
    std::vector<RasterLayer> layers = {};
    std::string note = {};      // below the picture
    bool equal_scales = false;  // a unit is as long across as upward, for linear axes
    double left = 0;            // pixels beside the plot at least, so that panels are one above the other
    double width = 640;         // pixels
    double height = 400;
};

struct BarGroup {
    std::string name = {};
    std::vector<double> values = {};        // one per category
    std::vector<double> spreads = {};       // half the length of an error bar, one per category; empty: none
    std::string colour = {};                // as that of a Series
    std::vector<std::string> colours = {};  // one per category, in place of `colour`; empty: all the same
};

/// Bars side by side in every category, from zero up or down (on a log axis from its lower end). An error bar
/// goes from value - spread to value + spread; without it where the spread is 0 or cannot be drawn.
struct BarChart {
    std::string title = {};
    std::string x_label = {};
    Axis y = {};
    std::vector<std::string> categories = {};
    std::vector<BarGroup> groups = {};
    std::string missing = {};  // what it means that a value is not a number; else they are counted below
    double width = 640;
    double height = 400;
};

/// SVG that is the same to the byte on every machine: no scripts, nothing from outside, no ids.
/// Of a long line only what can be seen is written: first, lowest, highest and last in half a pixel.
/// Throws InputError for sizes that do not fit together, and for values a linear axis cannot hold.
void write_svg(std::ostream& out, const Chart& chart, SvgForm form = SvgForm::file);
void write_svg(std::ostream& out, const BarChart& chart, SvgForm form = SvgForm::file);

}  // namespace drover
