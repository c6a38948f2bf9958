#pragma once

#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/zones/hub_tables.hpp>

namespace drover::zones::impl {

struct ImplyOptions {
    bool with_neighbours = true;  ///< otherwise tables of the two columns alone
    std::size_t max_table_cells = std::size_t{1} << 22U;
    std::size_t max_cells = std::size_t{1} << 25U;  ///< of all implied tables together
    std::size_t max_fitted_cells = std::size_t{1}
                                   << 16U;  ///< per zone, of the columns that one is computed from
    RunControl control = {};                ///< polled all the time; Stopped is thrown where it asks for that
};

/// Rows that the result should resemble: values of some free columns, and the weight of each row.
struct LikeRows {
    std::vector<std::size_t> columns;   ///< ascending
    std::vector<std::uint32_t> values;  ///< row after row
    std::vector<double> weights;        ///< one per row
};

/// Adds, for every two free columns that meet in no table, a table of what the others imply about them: the
/// distribution of largest entropy of the columns between them, found zone by zone by proportional fitting,
/// from coarse tables to fine ones. Where two columns have neighbours in common, these are in the table too,
/// as far as the numbers of cells allow. Returns how many tables were added.
///
/// With such rows the fit begins with their counts instead (and a thousandth of a row per cell, so
/// that nothing is ruled out), of all free columns together where that is possible; then the joint table of
/// these columns is asked for as well, over coarser units, where its cells hold rows.
std::size_t add_implied(HubTables& tables, const ImplyOptions& options = {}, const LikeRows* like = nullptr);

}  // namespace drover::zones::impl
