#pragma once

#include <drover/dynamics/orbit_trace.hpp>
#include <drover/dynamics/point_density.hpp>
#include <drover/plot/panels.hpp>

namespace drover::dynamics {

/// Features of the states in the units of the table, one per state.
std::vector<std::vector<double>> feature_points(const ExactModel& model);

/// The first steps of a model. One feature: its weight over the steps. Two: the plane of weights, cut into
/// the cones of the states by half-lines labelled with the names on either side, with the move of each state
/// as an arrow. More: projections. Chen & Welling 2016, the figure of cones.
Panels orbit_figure(const ExactModel& model, const OrbitTrace& trace);

/// What attractor_density found: the density over the plane, with the boundaries of the cones and the
/// features as circles; with one feature over a line, with more than two in projections. Chen & Welling 2016,
/// the figure of a fractal attractor.
Panels attractor_figure(const ExactModel& model, const std::vector<PointDensity>& densities,
                        std::int64_t steps);

}  // namespace drover::dynamics
