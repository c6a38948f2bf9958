#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/tables/count_table.hpp>

namespace drover {

/// Two tables that contradict one another in the columns they share.
struct TableConflict {
    std::size_t first = 0;  ///< the tables, first < second
    std::size_t second = 0;
    std::vector<std::size_t> columns;  ///< all that both have
    double l1 = 0;                     ///< sum over the cells of the shared sub-table of |share - share|
    std::optional<double> count_l1;    ///< the same in counts; absent if one of the tables has shares
};

/// Whether tables agree with one another. Tables with unknown cells are not compared.
struct Consistency {
    Rational least_total;  ///< over the complete tables of counts, or of shares if there are no counts
    Rational most_total;
    Rational common_total;         ///< the median of these: the majority's total, if there is a majority
    std::size_t common_count = 0;  ///< how many have it
    std::vector<Rational> totals;  ///< sums of the known cells of each table
    std::vector<TableConflict> conflicts;  ///< the largest l1 first; at most 1000
    std::size_t conflict_count = 0;
    std::vector<double> blame;       ///< per table: sum of l1 over the sub-tables where most others disagree
    std::size_t compared_count = 0;  ///< sub-tables that were compared with others
    std::size_t uncompared_count = 0;  ///< shared sub-tables with unknown cells
    std::size_t negative_cells = 0;
    std::size_t unknown_cells = 0;
    std::size_t suppressed_cells = 0;
    std::int64_t rounded_base = 0;    ///< the common divisor of at least 20 non-zero counts; 0: none
    double lower_bound_tv = 0;        ///< lower bound for any rows on the mean total variation of the tables
    double lower_bound_worst_tv = 0;  ///< the same for the worst total variation
    double tolerance = 0;             ///< relative differences up to this are ignored
    bool consistent = true;    ///< totals are equal, and so are all shared sub-tables that were compared
    bool totals_agree = true;  ///< of complete tables; counts and shares are compared separately
    bool integers = true;      ///< all were given as counts and are integers
    bool has_errors = false;   ///< some table has standard errors
};

/// For every set of columns that tables share, each table is compared with the majority (if all differ, with
/// the one nearest to the median), so that the cost grows with the number of tables and not of pairs. Totals
/// that differ by at most `tolerance` of the larger, and sub-tables whose shares differ by at most
/// `tolerance` in sum, agree; with 0 the comparison is exact. The control is polled between tables and
/// between sets of columns, without reporting progress; the result is meaningless after a stop.
Consistency examine(const TableSet& set, double tolerance = 1e-9, const RunControl& control = {});

/// Whether two totals agree within the tolerance.
bool agree(const Rational& a, const Rational& b, double tolerance);

/// Why a count of 0 may be accidental; empty if zeros can be trusted.
std::string doubt_in_zeros(const Consistency& found);

}  // namespace drover
