#pragma once

#include <optional>
#include <string>

#include <drover/dynamics/cycles.hpp>

namespace drover::dynamics {

enum class ThresholdKind {
    flip,           ///< a multiplier passes -1: the period doubles
    fold,           ///< a multiplier reaches 1: the cycle meets an unstable one and both vanish, or it splits
    neimark_sacker  ///< a complex pair of modulus 1: the cycle becomes a torus
};
std::string name(ThresholdKind kind);  ///< flip, fold, neimark_sacker

/// Where a stable cycle stops being one.
struct Threshold {
    ThresholdKind kind = ThresholdKind::flip;
    std::int64_t period = 0;  ///< of the cycle that is stable before it
    double temperature = 0;
    /// (T_{n-2} - T_{n-1}) / (T_{n-1} - T_n) of three flips in a row: tends to Feigenbaum's 4.6692.
    std::optional<double> gap_ratio = std::nullopt;
    std::size_t cascade = 0;  ///< which of Bifurcation::cascades it belongs to
};

/// Zero where the kind of threshold is, positive for a stable cycle: det(J + I), det(I - J), and
/// det J = 1 as 1 - det J for two features, the product of 1 - l_i l_j over pairs of multipliers for more.
double threshold_test(ThresholdKind kind, const Cycle& cycle);

struct FollowOptions {
    double first_step = 0;       ///< in temperature; 0 means a thousandth of the temperature
    double largest_step = 0.02;  ///< as a share of the temperature
    RunControl control = {};     ///< checked before every step; the branch is lost where it asks for a stop
};

struct Branch {
    Cycle last;  ///< where following it ended: at the threshold or at the goal
    std::optional<Threshold> threshold = std::nullopt;  ///< nothing: stable up to the goal
    bool is_lost = false;  ///< ended before the goal, and no threshold is there: the steps became too small
};

/// Follows a stable cycle to another temperature, above or below, and stops where it loses stability. One
/// that shrinks onto a cycle of half its period ends at the flip of that cycle. Tangent and Newton's method;
/// thresholds by the Illinois form of the secant method, folds by Newton's method on cycle and temperature
/// together: relative accuracy 1e-12 and better.
Branch follow_cycle(const TemperedMap& map, const Cycle& from, double goal,
                    const FollowOptions& options = {});

}  // namespace drover::dynamics
