#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <drover/plot/chart.hpp>
#include <drover/plot/colours.hpp>

namespace drover {

/// A matrix as coloured squares, row 0 at the top, each with its value as a tooltip.
/// The colours span the range of the values unless a range is given; values beyond it get the colour at the
/// end. A value that is not finite is a grey square, and is counted below the picture or explained by `grey`.
struct HeatMap {
    std::string title = {};
    std::string row_label = {};
    std::string column_label = {};
    std::vector<std::string> row_names = {};
    std::vector<std::string> column_names = {};
    std::vector<double> values = {};  // row after row
    Colours colours = Colours::viridis;
    std::optional<double> low = {};
    std::optional<double> high = {};
    std::string grey = {};  // what a grey square means
    double width = 640;     // pixels; determines the height
};

/// Throws InputError without a row or a column, and for sizes that do not match.
void write_svg(std::ostream& out, const HeatMap& map, SvgForm form = SvgForm::file);

}  // namespace drover
