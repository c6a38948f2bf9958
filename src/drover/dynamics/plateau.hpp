#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace drover::dynamics {

/// Local slopes that agree, up to the last one: what a curve that continues shows.
struct Plateau {
    double slope = 0;  ///< the last one
    /// From the lowest to the highest of them; where they still move in one direction, by ever smaller steps,
    /// twice as far beyond the last as such steps would reach. Not a confidence interval: points of one
    /// curve are not independent samples.
    double low = 0;
    double high = 0;
    std::size_t first = 0;  ///< index of the first slope that agrees
    std::size_t last = 0;
};

/// The longest run of slopes that ends with the last and lies within `tolerance`; nothing if it has fewer
/// than three, or slopes that move in one direction by more than 0.002 and not by ever smaller steps: the
/// curve is still changing.
std::optional<Plateau> find_plateau(std::span<const double> slopes, double tolerance = 0.1);

}  // namespace drover::dynamics
