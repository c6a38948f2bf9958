#pragma once

#include <cstdint>
#include <vector>

#include <drover/core/matrix_view.hpp>
#include <drover/model/state_table.hpp>
#include <drover/moments/moments.hpp>

namespace drover {

struct TipiGridOptions {
    double x_low = -1;
    double x_high = 1;
    double y_low = -1;
    double y_high = 1;
    std::size_t column_count = 101;  ///< points from x_low to x_high, ends included
    std::size_t row_count = 101;
    std::int64_t unit = 1;  ///< features are multiples of 1/unit (core/grid.hpp)
};

/// The Tipi function of two features on a rectangle of weights, row after row from y_high down.
struct TipiGrid {
    std::vector<double> x;            ///< of the columns
    std::vector<double> y;            ///< of the rows, falling
    std::vector<double> values;       ///< w . moments - max w . phi: at most 0 if the moments are in the hull
    std::vector<std::size_t> states;  ///< the maximizers: the cone of each point

    MatrixView<const double> view() const { return {values, x.size()}; }
};

/// For pictures: in double. O(points * states).
/// Throws InputError unless there are two features and two moments, low < high, and at least two columns and
/// rows.
TipiGrid tipi_grid(const StateTable& features, const Moments& moments, const TipiGridOptions& options = {});

}  // namespace drover
