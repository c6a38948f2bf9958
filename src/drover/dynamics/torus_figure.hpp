#pragma once

#include <drover/dynamics/torus.hpp>
#include <drover/plot/panels.hpp>

namespace drover::dynamics {

/// Two differences of states: the plane of weights with their lattice, its cell, which is the torus, the
/// orbit in it, and the rotation of a step as an arrow. One: the share along the steps; more: projections of
/// the shares to planes. Expects a torus that rotates. Chen & Welling 2016, the figure of the torus
/// projection.
Panels torus_figure(const ExactModel& model, const TorusOrbit& orbit);

}  // namespace drover::dynamics
