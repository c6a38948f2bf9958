#pragma once

#include <string>
#include <vector>

#include <drover/dynamics/point_density.hpp>
#include <drover/plot/chart.hpp>

namespace drover::dynamics {

/// One colour per kind, more opaque where points are denser (logarithmically); empty cells are transparent.
/// If there are more kinds than colours, the colours repeat. At most 250 colours.
Raster density_raster(const PointDensity& density, const std::vector<std::string>& colours);

/// The colours of states: the seven without black, which could not be seen on a dark page.
std::vector<std::string> state_colours(std::size_t state_count);

/// The raster in its window; both axes end where it does.
Chart density_chart(const PointDensity& density, const std::vector<std::string>& colours);

}  // namespace drover::dynamics
