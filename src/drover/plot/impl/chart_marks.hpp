#pragma once

#include <string>
#include <vector>

#include <drover/plot/chart.hpp>
#include <drover/plot/impl/frame.hpp>

namespace drover {

/// Which points and band edges of a series are drawn, and the ranges they need.
struct Survey {
    ValueRange x;
    ValueRange y;
    LeftOut left_out;
    std::vector<std::vector<bool>> points;  // a series, a point
    std::vector<std::vector<bool>> bands;
};

struct Style {
    std::string colour;
    std::string attributes;
    double width = 2;
};

inline double x_of(const Series& series, std::size_t i) {
    return series.x.empty() ? static_cast<double>(i + 1) : series.x[i];
}

/// Layers, bands, lines, points, arrows, circles and labels of a chart, in this order; clipped at the edge of
/// the plot if an axis has a range.
void draw_marks(SvgPage& page, const PlotArea& area, const Chart& chart, const Survey& found,
                const std::vector<Style>& all);

}  // namespace drover
