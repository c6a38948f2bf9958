#pragma once

#include <drover/dynamics/attractor.hpp>
#include <drover/dynamics/cones.hpp>

#include "dynamics.hpp"

namespace drover::cli::dynamics {

/// Points over the boundaries of the cones, a colour for each state. Both axes have the same range.
Chart plane_chart(const std::string& title, const ExactModel& model, const Cones& cones,
                  const std::vector<PlanePoint>& points);

}  // namespace drover::cli::dynamics
