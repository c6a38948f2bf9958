#pragma once

#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

#include <drover/plot/chart.hpp>
#include <drover/plot/polygon_map.hpp>

namespace drover {

/// Charts below one another in one picture, as wide as the widest.
struct Panels {
    std::string title = {};  ///< for screen readers; the charts have their own
    std::vector<std::variant<Chart, BarChart, PolygonMap>> charts = {};
    std::string note = {};  ///< a line below them
};

/// Throws InputError without a chart, and whenever write_svg of a chart does.
void write_svg(std::ostream& out, const Panels& panels, SvgForm form = SvgForm::file);

}  // namespace drover
