#pragma once

#include <span>
#include <vector>

#include <drover/plot/chart.hpp>

namespace drover {

/// Values at the nodes of a grid of the plane, row by row from the lowest y, x fastest.
struct PlaneGrid {
    double left = 0;
    double bottom = 0;
    double step = 1;
    std::size_t columns = 0;
    std::size_t rows = 0;

    std::size_t size() const { return columns * rows; }
    double x(std::size_t node) const { return left + step * static_cast<double>(node % columns); }
    double y(std::size_t node) const {
        const std::size_t row = node / columns;
        return bottom + step * static_cast<double>(row);
    }
};

/// Where values cross a level, as lines of a chart: marching squares, straight between the edges of cells. In
/// a cell with two opposite corners above the level, the lines separate the other two corners if the mean of
/// all four is above it. Throws InputError unless there is one value per node.
Series contour(const PlaneGrid& grid, std::span<const double> values, double level);

}  // namespace drover
