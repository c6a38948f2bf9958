#pragma once

#include <drover/dynamics/point_density.hpp>
#include <drover/plot/panels.hpp>

namespace drover::dynamics {

/// The Tipi function of a model over the windows of what attractor_density found, which is drawn on it in
/// black: with one feature as a line, with two over their plane, with more over the planes of the first
/// three, where all other weights are 0. Throws InputError unless there is a density for each of
/// picture_planes. Chen & Welling 2016, the figure of the Tipi function.
Panels tipi_figure(const ExactModel& model, const std::vector<PointDensity>& attractor);

/// The pixels of its first plane alone; with one feature a single row.
Raster tipi_raster(const ExactModel& model, const PointDensity& attractor);

}  // namespace drover::dynamics
