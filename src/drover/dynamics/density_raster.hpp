#pragma once

#include <string>
#include <vector>

#include <drover/dynamics/point_density.hpp>
#include <drover/plot/chart.hpp>

namespace drover::dynamics {

/// A colour a kind, the denser the less transparent, by the logarithm; cells without points are not seen.
/// Kinds beyond the colours begin with the first again. At most 250 colours.
Raster density_raster(const PointDensity& density, const std::vector<std::string>& colours);

/// The colours of states: the seven without black, which dark paper would swallow.
std::vector<std::string> state_colours(std::size_t state_count);

/// The raster in its window; both axes end where it does.
Chart density_chart(const PointDensity& density, const std::vector<std::string>& colours);

}  // namespace drover::dynamics
