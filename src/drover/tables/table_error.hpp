#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/number/int128.hpp>
#include <drover/tables/targets.hpp>

namespace drover {

/// How far the rows are from one table. The exact numbers are in units of 1/total of the targets: cell a of R
/// rows is off by total * hits[a] - R * counts[a].
struct TableError {
    Int128 l1 = 0;               ///< sum over its cells; the unknown ones count as one cell with what is left
    Int128 worst = 0;            ///< the largest of a known cell
    std::size_t worst_cell = 0;  ///< its feature, the lowest if there are several
    std::int64_t unknown_rows = 0;  ///< rows in cells without a target

    friend bool operator==(const TableError&, const TableError&) = default;
};

/// One per table. `hits` has one number per feature of the targets; rows in no cell of a table, because it
/// lacks one of their values, count as one more cell with the target 0.
std::vector<TableError> table_errors(const Targets& targets, std::span<const std::int64_t> hits,
                                     std::int64_t row_count);

/// An exact number of a TableError as a number of rows.
double in_rows(Int128 error, const Targets& targets);

/// Half the L1 distance between the shares of the rows and the targets; 0 without rows.
double total_variation(const TableError& error, const Targets& targets, std::int64_t row_count);

}  // namespace drover
