#pragma once

#include <drover/dynamics/point_density.hpp>
#include <drover/report/chart.hpp>

namespace drover {

/// The Tipi function of a model of two features over the window of a density, which is drawn on it in black,
/// as layers of pixels; the first layer has both. Throws InputError unless there are two features. Chen &
/// Welling 2016, the figure of the Tipi function.
Chart tipi_figure(const ExactModel& model, const PointDensity& attractor);

}  // namespace drover
