#pragma once

#include <drover/dynamics/attractor.hpp>

#include "plane.hpp"

namespace drover::cli::dynamics {

/// At most so many points of a cloud of two features, evenly spaced in time, each with the state it chooses.
std::vector<PlanePoint> thinned(const Model& model, const PointCloud& cloud, std::size_t most);

}  // namespace drover::cli::dynamics
