#pragma once

#include <optional>
#include <span>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/tables/slice.hpp>

namespace drover::synth::impl {

struct RepairOptions {
    std::vector<bool> fixed_columns = {};  ///< the hub and what it decides: never changed
    std::optional<std::size_t> hub = {};   ///< rows exchange values within one of its values only
    bool hard_zeros = false;               ///< no row is moved into a cell with the target 0
    std::vector<Combination> forbid = {};  ///< no row is given one of these
    std::int64_t max_trials = 50'000'000;  ///< moves tried
    RunControl control = {};
};

/// Repairs rows until the cells of the targets, whose shares are whole rows, are met or nothing helps: one
/// value of one row is changed, or two rows of a zone exchange their values of one column, wherever that
/// lowers the sum of the absolute errors. Cells and rows are taken in their order: the same moves on every
/// machine. Returns how many rows were changed; `hits` are kept up to date.
std::int64_t repair(const Targets& targets, const RepairOptions& options, std::span<std::uint32_t> cells,
                    std::vector<std::int64_t>& hits);

}  // namespace drover::synth::impl
