#pragma once

#include <string>

#include <drover/dynamics/parameter_map.hpp>
#include <drover/plot/chart.hpp>
#include <drover/plot/raster.hpp>

namespace drover::dynamics {

/// A parameter map as pixels, and a note on what their colours mean. Periods go from dark to bright by their
/// logarithm, grey where there is none; rotations from dark to bright; exponents are white at 0, orange below
/// and purple above.
struct MapFigure {
    Raster raster;
    std::string note;
};
MapFigure map_figure(const ParameterMap& map, const ParameterMapOptions& options);

/// The same over its two axes, which have these names.
Chart map_chart(const MapFigure& figure, const ParameterMapOptions& options, const std::string& across,
                const std::string& upward);

}  // namespace drover::dynamics
