#pragma once

#include <optional>
#include <vector>

#include <drover/dynamics/thresholds.hpp>

namespace drover::detail {

enum class CascadeEnd { goal, period_limit, torus, aperiodic, lost };

/// The attractor that begins as the fixed point, followed from T_1 down.
struct Cascade {
    std::vector<Threshold> thresholds;
    std::vector<std::int64_t> periods;  ///< in the order in which they come; the first is 1
    CascadeEnd end = CascadeEnd::goal;
};

struct CascadeOptions {
    double lowest = 0;
    std::int64_t max_period = 512;
};

/// `theta` and T_1 of independent features.
Cascade follow_cascade(const TemperedMap& map, std::span<const double> theta, double first_threshold,
                       const CascadeOptions& options);

/// Sets the gap ratios of flips in a row, each of twice the period of the one before.
void set_gap_ratios(std::vector<Threshold>& thresholds);
/// Feigenbaum's extrapolation from the last two thresholds, where the ratios allow it.
std::optional<double> accumulation_point(const std::vector<Threshold>& thresholds);

}  // namespace drover::detail
