#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <drover/plot/chart.hpp>
#include <drover/plot/colours.hpp>

namespace drover {

/// A matrix as coloured squares, row 0 at the top, each with its value as a tooltip.
/// The range of the colours is that of the values where it is not given; values beyond it take the end's
/// colour. A value that is not finite is a grey square and counted below the picture, or explained by `grey`.
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
    std::string grey = {};  // what a grey square stands for
    double width = 640;     // pixels; the height follows
};

/// Throws InputError without a row or a column, and for sizes that do not fit together.
void write_svg(std::ostream& out, const HeatMap& map, SvgForm form = SvgForm::file);

}  // namespace drover
