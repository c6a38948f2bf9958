#pragma once

#include <map>

#include <drover/core/run_control.hpp>
#include <drover/herd/features/marginal_tables.hpp>
#include <drover/herd/moments/moments.hpp>
#include <drover/tables/count_table.hpp>

namespace drover {

/// The targets of the rows, in exact integers: the share of cell a is moments.counts[a] / moments.total.
struct Targets {
    MarginalTables features;  ///< the tables, in their order
    Moments moments;  ///< total is the unit; the counts of a table sum to it, except for unknown cells
    std::vector<std::int32_t> trust;  ///< multiplier of a cell's weight, 0 where unknown; empty: all 1
    std::vector<Rational> totals;     ///< of each table, as published
    bool exact = true;                ///< one total for all: nothing was rounded
    double rounding = 0;              ///< the largest change of a share
    bool lacks_room = false;          ///< rounded only because of TargetOptions::steps
};

struct TargetOptions {
    std::map<std::string, std::int32_t> trust = {};  ///< by the name of a table: 1 to 100, default 1
    std::optional<Rational> total = {};  ///< of tables with unknown cells; absent: the largest known one
    /// The steps that 64-bit weights must allow: if one total is too large for them, shares are rounded. 0:
    /// shares are only compared.
    std::int64_t steps = 0;
    RunControl control = {};  ///< polled after every table; Stopped is thrown where it asks for that
};

/// Throws InputError for a name without a table and for numbers that do not fit into 64 bits.
Targets make_targets(const TableSet& set, const TargetOptions& options = {});

}  // namespace drover
