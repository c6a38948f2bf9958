#pragma once

#include <drover/dynamics/cones.hpp>

#include "dynamics.hpp"

namespace drover::cli::dynamics {

/// A point of the plane of weights, in the units of the table, and the state whose cone it lies in.
struct PlanePoint {
    double x = 0;
    double y = 0;
    std::size_t state = 0;
};

/// Points over the boundaries of the cones, a colour for each state. Both axes have the same range.
Chart plane_chart(const std::string& title, const Model& model, const Cones& cones,
                  const std::vector<PlanePoint>& points);

}  // namespace drover::cli::dynamics
