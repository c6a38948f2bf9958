#pragma once

#include <iosfwd>
#include <string>

#include <drover/core/run_control.hpp>
#include <drover/report/verdict.hpp>
#include <drover/tables/arithmetic.hpp>
#include <drover/tables/input.hpp>
#include <drover/tables/names.hpp>
#include <drover/tables/page.hpp>
#include <drover/tables/zeros.hpp>

namespace drover::synth {

struct CheckOptions {
    CsvOptions csv = {};
    NamedValues where = {};      ///< only rows with these values count
    TargetOptions targets = {};  ///< the total of tables with unknown cells
    std::optional<TableText> against =
        {};                           ///< microdata: the share of rows equal to one of its rows is measured
    bool cells = false;               ///< CheckResult::cells is filled
    std::optional<Zeros> zeros = {};  ///< CheckResult::zeros_are_hard is filled
    std::vector<NamedValues> forbid = {};  ///< CheckResult::forbidden_rows are counted
    RunControl control = {};               ///< counts rows
};

/// What a comparison of rows with tables has found.
struct CheckResult {
    FitSummary fit;
    std::string digest;                   ///< SHA-256 of the rows' text; empty without one
    std::optional<double> share_in_data;  ///< of rows equal to one of the microdata
    std::vector<std::string> notes;       ///< what was assumed of the tables
    std::string cells;                    ///< CSV: table, cell, asked, got, difference; see write_cells
    std::int64_t left_out = 0;            ///< tables of the reference that were too large
    Arithmetic arithmetic;
    std::optional<bool> zeros_are_hard;        ///< no row may be in a cell of count 0
    std::vector<std::int64_t> forbidden_rows;  ///< with the values of each of CheckOptions::forbid
    std::optional<Verdict> verdict;            ///< on a certificate, where one was compared
    bool stopped = false;                      ///< before the end; nothing else is valid then
};

/// Measures rows of any origin, a CSV text, against tables. Columns that the tables lack are ignored.
/// Throws InputError naming file, row and column.
CheckResult check(const TableText& rows, const TableSet& tables, const CheckOptions& options = {});
/// The same for rows that are categories already. Columns and values are matched to the tables by name.
CheckResult check(const CategoryTable& rows, const TableSet& tables, const CheckOptions& options = {},
                  const std::string& name = "rows");

/// The keys of the fit, share_in_data, ..., differences.
void add_result(Report& report, const CheckResult& found);
/// One JSON object on one line, "drover.check/1".
std::string to_json(const CheckResult& found);
/// What people read: the verdict on a certificate, or the fit and the worst tables.
void write_text(std::ostream& out, const CheckResult& found);
std::string to_text(const CheckResult& found);

/// A page about the rows, without title, options and digests.
HtmlReport page_of(const CheckResult& found);
std::string to_html(const CheckResult& found);

}  // namespace drover::synth
