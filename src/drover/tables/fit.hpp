#pragma once

#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <drover/data/csv_reader.hpp>
#include <drover/report/report.hpp>
#include <drover/tables/distinct_rows.hpp>
#include <drover/tables/table_error.hpp>

namespace drover {

/// A known cell of a table: the rows it has and the rows it should have.
struct CellFit {
    std::size_t table = 0;
    std::vector<std::string> values;  ///< one per column of the table
    std::int64_t rows = 0;
    double target = 0;
    double off = 0;  ///< |rows - target|
};

/// How far the rows are from one table.
struct TableFit {
    std::string name;
    std::vector<std::string> columns;
    double tv = 0;          ///< total variation
    double l1 = 0;          ///< in rows
    double mean_error = 0;  ///< mean of |rows - target| over the known cells where one of them is not 0
    double rmse_percent =
        0;          ///< root of the mean square of rows - target there, in percent of the mean target
    CellFit worst;  ///< without values where no cell is known
    std::int64_t unknown_rows = 0;
    TableError exact;
};

/// How far the rows are from all tables.
struct FitSummary {
    std::int64_t rows = 0;
    double mean_tv = 0;
    double worst_tv = 0;
    double worst_cell_error = 0;  ///< of the worst cell of all, as a share of the rows
    std::vector<TableFit> tables;
    std::vector<CellFit> worst_cells;  ///< of all tables, the worst first, without those that fit
    std::int64_t impossible_rows = 0;
    std::int64_t unknown_value_rows = 0;  ///< of these, rows with a value that the tables lack
    std::string first_unknown_value;      ///< where: file, row, column and value
    DistinctCount distinct;
};

/// The names of columns and values come from `schema`, those of tables from `names`. The caller fills in what
/// the hits do not show (impossible and distinct rows, unknown values). At most `cell_count` worst cells.
FitSummary summarize(const Schema& schema, std::span<const std::string> names, const Targets& targets,
                     std::span<const std::int64_t> hits, std::int64_t row_count, std::size_t cell_count = 20);

/// Every known cell with rows or a target, and every unknown one with rows, as CSV: table, cell, asked, got,
/// difference; asked and difference are blank where the cell is unknown.
void write_cells(std::ostream& out, const Schema& schema, std::span<const std::string> names,
                 const Targets& targets, std::span<const std::int64_t> hits, std::int64_t row_count,
                 CsvOptions csv = {});

/// The names of the tables of a set.
std::vector<std::string> table_names(const TableSet& set);

/// Tables with the largest total variation first; equal ones in their order.
std::vector<std::size_t> worst_first(const FitSummary& fit);

/// "sex=F, age=20-29"; a missing value is written as (missing).
std::string cell_text(const std::vector<std::string>& columns, const std::vector<std::string>& values);

/// The keys rows, table_count, mean_tv, worst_tv, worst_cell_error, tables, impossible_rows,
/// unknown_value_rows, first_unknown_value, distinct_rows, distinct_exact.
void add_result(Report& report, const FitSummary& fit);

/// The worst tables as aligned text.
void write_worst_tables(std::ostream& out, const FitSummary& fit, std::size_t table_count = 10);

}  // namespace drover
