#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include <drover/plot/chart.hpp>

namespace drover {

struct MapPolygon {
    std::vector<double> x = {};
    std::vector<double> y = {};
    std::size_t group = 0;
    bool is_pale = false;
};

/// Filled polygons over two linear axes, one colour per group. Values that are not finite are left out, and
/// their number is stated below the picture.
struct PolygonMap {
    std::string title = {};
    Axis x = {};
    Axis y = {};
    std::vector<std::string> groups = {};  ///< names
    std::vector<MapPolygon> polygons = {};
    double width = 640;  // pixels
    double height = 665;
};

/// Throws InputError for sizes that do not match, log axes, and values that an axis cannot hold.
void write_svg(std::ostream& out, const PolygonMap& map, SvgForm form = SvgForm::file);

}  // namespace drover
