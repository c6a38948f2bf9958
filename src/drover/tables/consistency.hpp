#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/tables/count_table.hpp>

namespace drover {

/// Two tables that say different things about the columns they share.
struct TableConflict {
    std::size_t first = 0;  ///< the tables, first < second
    std::size_t second = 0;
    std::vector<std::size_t> columns;  ///< all that both have
    double l1 = 0;                     ///< sum over the cells of the shared sub-table of |share - share|
    std::optional<double> count_l1;    ///< the same in counts; nothing if one of the tables has shares
};

/// Whether tables agree with one another. Tables with unknown cells are not compared.
struct Consistency {
    Rational least_total;  ///< over the whole tables of counts, or of shares if there are no counts
    Rational most_total;
    Rational common_total;                 ///< the median of these: what most have, if most have one
    std::size_t common_count = 0;          ///< how many have it
    std::vector<Rational> totals;          ///< sums of the known cells of each table
    std::vector<TableConflict> conflicts;  ///< the largest l1 first; at most 1000
    std::size_t conflict_count = 0;
    std::vector<double> blame;         ///< by table: sum of l1 over the sub-tables where most others disagree
    std::size_t compared_count = 0;    ///< sub-tables that were compared with others
    std::size_t uncompared_count = 0;  ///< shared sub-tables with unknown cells
    std::size_t negative_cells = 0;
    std::size_t unknown_cells = 0;
    std::size_t suppressed_cells = 0;
    std::int64_t rounded_base = 0;    ///< what divides every count of at least 20 that are not 0; 0: nothing
    double lower_bound_tv = 0;        ///< no rows have a smaller mean of the tables' total variation
    double lower_bound_worst_tv = 0;  ///< nor a smaller worst one
    double tolerance = 0;             ///< relative differences up to it count as none
    bool consistent = true;    ///< totals are equal, and so are all shared sub-tables that were compared
    bool totals_agree = true;  ///< of whole tables; those of counts and those of shares for themselves
    bool integers = true;      ///< all came as counts and are whole numbers
    bool has_errors = false;   ///< some table has standard errors
};

/// In every set of columns that tables share, each table is compared with what most of them say (where all
/// differ, with the one nearest to the median), so that the cost grows with the tables and not with their
/// pairs. Totals that differ by at most `tolerance` of the larger, and sub-tables whose shares differ by at
/// most `tolerance` in sum, agree; with 0 all is exact. The control is looked at between tables and between
/// sets of columns, and told nothing; what was found before a stop is of no use.
Consistency examine(const TableSet& set, double tolerance = 1e-9, const RunControl& control = {});

/// Whether two totals agree within the tolerance.
bool agree(const Rational& a, const Rational& b, double tolerance);

/// Why a count of 0 may be an accident; empty if zeros can be taken at their word.
std::string doubt_in_zeros(const Consistency& found);

}  // namespace drover
