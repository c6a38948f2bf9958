#pragma once

#include <drover/dynamics/point_density.hpp>
#include <drover/plot/panels.hpp>

namespace drover::dynamics {

struct BifurcationFigureOptions {
    std::vector<std::string> feature_names = {};
    std::int64_t max_period = 512;        ///< longest cycles that were looked for, for a note
    std::int64_t cloud_points = 200'000;  ///< at temperature 0
};

/// One weight of the attractors over the temperature with the thresholds of the route, as `density` has it;
/// the period and the largest exponent over the temperature; and, of two features or more, the attractors of
/// a few temperatures over the attractor at temperature 0. A panel without data is replaced by a
/// note. Chen & Welling 2016, the figure of attractor bifurcation.
Panels bifurcation_figure(const TemperedMap& map, const Bifurcation& found,
                          const std::optional<PointDensity>& density,
                          const BifurcationFigureOptions& options = {});

}  // namespace drover::dynamics
