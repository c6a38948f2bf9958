#pragma once

#include <cstdint>
#include <optional>

#include <drover/tables/count_table.hpp>

namespace drover {

/// The base that divides every count of the tables, at least 20 of them not 0: they look rounded to it. 0 if
/// there is none above 1, or if not all numbers are integer counts.
std::int64_t rounded_base(const TableSet& set);

/// The assumed common total of rounded tables: the median over the tables of counts without unknown cells,
/// weighted by 1 / cells, because tables with few cells accumulate the fewest errors. Nothing without such a
/// table.
std::optional<Rational> rounded_total(const TableSet& set);

/// Whether the tables look rounded and miss a common total.
bool needs_rounded_total(const TableSet& set);

enum class RoundedZeros { may_hide_rows, are_zeros };

/// Tables whose cells were rounded one by one miss their total by a little. The difference is distributed
/// equally over the cells: the least squares solution, because all cells are equally uncertain. Dividing by
/// the table's own total would inflate large cells for what small ones lost. Cells of 0 are included if they
/// may hide rows. A table that rounding cannot explain (off by more than half the base per cell) stays
/// unchanged.
TableSet with_rounded_total(TableSet set, RoundedZeros zeros);

}  // namespace drover
