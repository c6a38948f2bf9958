#pragma once

#include <optional>

#include <drover/tables/count_table.hpp>

namespace drover::zones {

/// A column that another one decides: every value of the hub that has rows goes with one value of it.
struct DecidedColumn {
    std::size_t column = 0;
    std::vector<std::uint32_t> values;  ///< one per value of the hub
};

/// The column that tables meet in, and what it decides.
struct Hub {
    std::size_t column = 0;
    std::vector<DecidedColumn> decided;

    bool holds(std::size_t other) const;  ///< the hub, or decided by it
};

/// The columns that this one decides, directly or through another that it decides.
Hub hub_at(const TableSet& set, std::size_t column);

/// The column with the most values (the first on ties) if it makes a hub: at least two tables have it, or a
/// column that it decides, beside other columns; they are at least twice as many as the tables of several
/// columns without it; and two columns meet in no table. Nothing otherwise.
std::optional<Hub> find_hub(const TableSet& set);

/// Whether two columns that rows have meet in no table.
bool has_unmet_columns(const TableSet& set);

}  // namespace drover::zones
