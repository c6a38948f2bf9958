#pragma once

#include <cstdint>
#include <optional>

#include <drover/tables/count_table.hpp>

namespace drover {

/// What divides every count of the tables, at least 20 of them not 0: they look rounded to it. 0 if nothing
/// above 1 does, or if not all numbers are whole counts.
std::int64_t rounded_base(const TableSet& set);

/// The total that rounded tables are taken to have: the median over the tables of counts without unknown
/// cells, those of few cells weighing more (1 / cells), because they gather the fewest errors. Nothing
/// without one.
std::optional<Rational> rounded_total(const TableSet& set);

/// Whether the tables look rounded and miss a common total.
bool needs_rounded_total(const TableSet& set);

enum class RoundedZeros { may_hide_rows, are_zeros };

/// Tables whose cells were rounded one by one miss their total by a little. What is missing or too much is
/// shared equally among the cells: the least squares answer, every cell being as uncertain as the next.
/// Shares of the table's own total would blow up large cells for what small ones lost. Cells of 0 take part
/// if they may hide rows. A table that rounding cannot explain (off by more than half the base a cell) stays
/// as it is.
TableSet with_rounded_total(TableSet set, RoundedZeros zeros);

}  // namespace drover
