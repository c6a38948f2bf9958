#pragma once

#include <optional>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/dynamics/cones.hpp>
#include <drover/finite/exact_model.hpp>

namespace drover::dynamics {

struct TracedStep {
    std::int64_t t = 0;
    std::size_t state = 0;        ///< taken at step t
    std::size_t next = 0;         ///< taken at step t + 1: the cone of the weights after step t
    std::vector<double> weights;  ///< after step t, in the units of the table
};

/// The first steps of a model, and the cones they pass through.
struct OrbitTrace {
    std::vector<TracedStep> steps;
    std::optional<Cones> cones;                     ///< only for two features
    std::vector<std::vector<double>> translations;  ///< what each state adds to the weights, in those units
    /// States that are never chosen, but for ties of all states; nothing for tables of more than
    /// max_hull_cells numbers.
    std::optional<std::vector<std::size_t>> unreachable;
};

/// The control is as in run(); fewer steps if it was stopped. Takes one step more than it returns.
OrbitTrace trace_orbit(const ExactModel& model, std::int64_t steps, const RunControl& control = {});

}  // namespace drover::dynamics
