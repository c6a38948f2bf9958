#pragma once

#include <map>

#include <drover/herd/features/marginal_tables.hpp>
#include <drover/herd/moments/moments.hpp>
#include <drover/tables/count_table.hpp>

namespace drover {

/// What the rows are to meet, in exact integers: the share of cell a is moments.counts[a] / moments.total.
struct Targets {
    MarginalTables features;  ///< the tables, in their order
    Moments moments;          ///< total is the unit; counts of a table sum to it, but for unknown cells
    std::vector<std::int32_t> trust;  ///< multiplier of a cell's weight, 0 where unknown; empty: all 1
    std::vector<Rational> totals;     ///< of each table, as it was published
    bool exact = true;                ///< one total for all: nothing was rounded
    double rounding = 0;              ///< the most that a share was moved
    bool lacks_room = false;          ///< rounded only because of TargetOptions::steps
};

struct TargetOptions {
    std::map<std::string, std::int32_t> trust = {};  ///< by the name of a table: 1 to 100, default 1
    std::optional<Rational> total = {};  ///< of tables with unknown cells; nothing: the largest known
    /// That 64-bit weights must have room for: where one total is too large for them, shares are rounded. 0:
    /// none, shares are compared only.
    std::int64_t steps = 0;
};

/// Throws InputError for a name without a table and for numbers that 64 bits cannot hold.
Targets make_targets(const TableSet& set, const TargetOptions& options = {});

}  // namespace drover
