#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/finite/dual_herder.hpp>
#include <drover/finite/exact_model.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/moment_error.hpp>

namespace drover {

struct TableHerdOptions {
    std::int64_t steps = 1000;
    std::int64_t burn_in = 0;
    HerdRule rule = HerdRule::herding;
    ModelDrive drive = {};    ///< eta, rates and start weights, in the units of the table
    GridOptions grid = {};    ///< for numbers that do not fit exactly
    RunControl control = {};  ///< as in run()
    std::function<void(std::size_t)> on_state = {};  ///< called with every recorded state
};

/// How the numbers of the table were held.
struct HerdArithmetic {
    int weight_bits = 64;
    std::int64_t feature_unit = 1;  ///< features are integer multiples of 1 / feature_unit
    double feature_rounding = 0;    ///< largest change of a feature; 0 means exact
    double target_rounding = 0;     ///< largest change of a moment or probability; 0 means exact
    std::int64_t radicand = 0;      ///< d of numbers a + b sqrt(d); 0: all are rational
};

struct TableHerdResult {
    std::int64_t steps = 0;
    bool stopped = false;
    std::vector<std::int64_t> counts;  ///< one per state
    std::vector<double> moments;       ///< the targets, one per feature
    std::vector<double> averages;      ///< what was reached
    MomentErrors error;
    Margins margins;
    std::vector<double> weights;  ///< after the last step
    /// States that herding never chooses, whatever the weights (except for ties of all states; those taken in
    /// one are not listed). Nothing under the greedy rule, which may choose any, for tables of more than
    /// max_hull_cells numbers, where deciding it would take longer than the run, and after a stop.
    std::optional<std::vector<std::size_t>> unreachable_states;
    /// Whether any mix of the states has these moments, decided exactly; nothing where that was not decided:
    /// for tables of more than max_hull_cells numbers without a positive margin, and after a stop.
    std::optional<bool> possible;
    /// For impossible moments: how far the averages stay from them, the L2 error. Under equal rates it tends
    /// to the distance from what the states can reach.
    std::optional<double> distance_outside;
    std::string digest;
    HerdArithmetic arithmetic;
};

/// Herds a finite model given as a table, exactly, in the numbers of ExactModel, which the result states.
/// Throws InputError as that does, and for the greedy rule on more than 2,048 states.
TableHerdResult herd_table(const FeatureTable& table, const HerdTarget& target,
                           const TableHerdOptions& options = {});

}  // namespace drover
