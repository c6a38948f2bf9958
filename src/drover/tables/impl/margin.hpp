#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include <drover/tables/count_table.hpp>

namespace drover {

/// The margin of a table over some of its columns: its counts, summed over the others. Cells have the last of
/// the columns fastest. Two margins have the same shares if and only if `proportions` are equal.
struct Margin {
    std::vector<Int128> proportions;  ///< integers without a common divisor
    std::vector<double> counts;
    double total = 0;

    double share(std::size_t cell) const { return counts[cell] / total; }
};

/// Sum over the cells of |share - share|.
double l1_distance(const Margin& a, const Margin& b);

/// `columns` in ascending order. Nothing if a cell of the table is unknown, or if its numbers are too long.
std::optional<Margin> find_margin(const Schema& schema, const CountTable& table,
                                  std::span<const std::size_t> columns);

/// The tables of each set of columns (in ascending order) that two or more share: at least every set of all
/// columns that two tables have in common.
std::map<std::vector<std::size_t>, std::vector<std::size_t>> shared_columns(const TableSet& set);

/// The columns that both tables have, in ascending order.
std::vector<std::size_t> common_columns(const CountTable& a, const CountTable& b);

}  // namespace drover
