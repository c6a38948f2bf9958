#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace drover {

/// A file of its own with an XML declaration, or markup that an HTML page takes in as it is.
enum class SvgForm { file, embedded };

enum class Scale { linear, log };

/// The axis shows every value drawn and those in `include`, widened to round numbers.
struct Axis {
    std::string label = {};
    Scale scale = Scale::linear;
    std::vector<double> include = {};
};

/// A reference is a thin grey dashed line that takes no colour from the others: c/x and c/sqrt(x) are
/// straight on two log axes, so that two points are enough.
enum class Mark { line, dashed, points, reference };

/// y over x; an empty x is 1, 2, 3, ... With `low` and `high`, one each a point, a band lies behind the line.
/// A value that cannot be drawn leaves a gap in a line.
struct Series {
    std::string name = {};
    std::vector<double> x = {};
    std::vector<double> y = {};
    std::vector<double> low = {};
    std::vector<double> high = {};
    Mark mark = Mark::line;
    std::vector<std::size_t> starts = {};  // points that begin a new part of the line; rising
};

/// Lines and points. What is not finite, or not positive on a log axis, is left out, counted, and stated
/// below the picture.
struct Chart {
    std::string title = {};
    Axis x = {};
    Axis y = {};
    std::vector<Series> series = {};
    double width = 640;  // pixels
    double height = 400;
};

struct BarGroup {
    std::string name = {};
    std::vector<double> values = {};   // one a category
    std::vector<double> spreads = {};  // half the length of an error bar, one a category; empty: none
};

/// Bars side by side in every category, from zero up or down (on a log axis from its lower end). An error bar
/// goes from value - spread to value + spread; without it where the spread is 0 or cannot be drawn.
struct BarChart {
    std::string title = {};
    std::string x_label = {};
    Axis y = {};
    std::vector<std::string> categories = {};
    std::vector<BarGroup> groups = {};
    double width = 640;
    double height = 400;
};

/// SVG that is the same to the byte on every machine: no scripts, nothing from outside, no ids.
/// Of a long line only what can be seen is written: first, lowest, highest and last in half a pixel.
/// Throws InputError for sizes that do not fit together, and for values a linear axis cannot hold.
void write_svg(std::ostream& out, const Chart& chart, SvgForm form = SvgForm::file);
void write_svg(std::ostream& out, const BarChart& chart, SvgForm form = SvgForm::file);

}  // namespace drover
