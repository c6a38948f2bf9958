#pragma once

#include <cstdint>
#include <vector>

#include <drover/core/matrix_view.hpp>
#include <drover/dynamics/attractor.hpp>
#include <drover/herd/features/state_table.hpp>
#include <drover/herd/moments/moments.hpp>

namespace drover::dynamics {

struct TipiGridOptions {
    double x_low = -1;
    double x_high = 1;
    double y_low = -1;
    double y_high = 1;
    std::size_t column_count = 101;  ///< points from x_low to x_high, ends included
    std::size_t row_count = 101;
    std::int64_t unit = 1;      ///< features are multiples of 1/unit (number/grid.hpp)
    std::size_t x_feature = 0;  ///< whose weights x and y are; all others are 0
    std::size_t y_feature = 1;  ///< the same as x_feature: a line, one row of points at y = 0
};

/// The Tipi function on a rectangle of weights, row by row from y_high down.
struct TipiGrid {
    std::vector<double> x;            ///< of the columns
    std::vector<double> y;            ///< of the rows, descending
    std::vector<double> values;       ///< w . moments - max w . phi: at most 0 if the moments are in the hull
    std::vector<std::size_t> states;  ///< the maximizers: the cone of each point

    MatrixView<const double> view() const { return {values, x.size()}; }
};

/// For pictures: in double. O(points * states).
/// Throws InputError unless there are those features, as many moments, low < high, and at least two columns
/// and rows.
TipiGrid tipi_grid(const StateTable& features, const Moments& moments, const TipiGridOptions& options = {});

struct TipiOptions {
    std::int64_t steps = 10'000;  ///< points of the attractor; at most 20,000 of them are kept
    std::int64_t burn_in = 1'000;
    std::size_t side = 61;                       ///< points of the grid along each side of the square
    std::optional<double> reach = std::nullopt;  ///< half its side; twice that of the attractor unless given
    RunControl control = {};                     ///< as in attractor_points
};

/// The Tipi function over the square around a model's attractor; with one feature over a line, with three or
/// more where all weights but two of the first three are 0.
struct TipiAttractor {
    TipiGrid grid = {};                      ///< of the first two features
    std::vector<TipiGrid> further = {};      ///< of the first and third, and the second and third
    std::vector<PlanePoint> attractor = {};  ///< projected to the first two features
    double reach = 1;
    double lowest_on_attractor = 0;  ///< at the points of the attractor themselves
    bool stopped = false;            ///< then the rest is empty
};

/// Throws InputError for weights that do not fit 64 bits.
TipiAttractor find_tipi(const ExactModel& model, const TipiOptions& options = {});

}  // namespace drover::dynamics
