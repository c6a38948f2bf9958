#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include <drover/plot/chart.hpp>

namespace drover {

/// A matrix of grey values, row 0 at the top: for binary samples and lattices of spins.
/// `white` and `black` are the values of those two colours, say -1 and 1 for spins.
struct Image {
    std::string title = {};
    std::size_t column_count = 0;
    std::vector<double> values = {};  // row after row
    double white = 0;
    double black = 1;
    double width = 344;  // pixels; determines the height
};

/// 256 grey levels, one path per level, with runs within a row as rectangles. Throws InputError without
/// values, for an incomplete last row, and for a value outside white .. black.
void write_svg(std::ostream& out, const Image& image, SvgForm form = SvgForm::file);

}  // namespace drover
