#include <algorithm>
#include <ostream>

#include <drover/core/check.hpp>

#include "../cli/terminal.hpp"
#include "table3_results.hpp"

namespace drover::cli::paper {
namespace {

// The values of the chosen names; all values without names.
template <class Value>
std::vector<Value> chosen(const std::vector<std::string>& asked,
                          const std::vector<std::pair<std::string, Value>>& all) {
    std::vector<Value> found;
    for (const auto& [word, value] : all) {
        if (asked.empty() || std::find(asked.begin(), asked.end(), word) != asked.end())
            found.push_back(value);
    }
    return found;
}

std::vector<Table3Cell> cells_of(const Table3Options& options) {
    std::vector<Table3Cell> cells = table3_cells(
        options.rows.empty() ? table3_rows() : options.rows,
        chosen<LabelProcedure>(options.procedures,
                               {{"joint", LabelProcedure::joint}, {"ova", LabelProcedure::one_versus_all}}),
        chosen<Table3Method>(options.columns, {{"vp", Table3Method::perceptron},
                                               {"drbm", Table3Method::machine},
                                               {"ch", Table3Method::herding}}),
        options.quick);
    std::erase_if(cells, [&](const Table3Cell& cell) {
        const std::string size = std::to_string(cell.hidden);
        return cell.hidden > 0 && !options.hidden.empty() &&
               std::find(options.hidden.begin(), options.hidden.end(), size) == options.hidden.end();
    });
    check_input(!cells.empty(), [] {
        return std::string{
            "--hidden: expected a number of hidden units of the chosen rows and columns, got others"};
    });
    return cells;
}

// Those of the cells.
std::vector<Table3Set> sets_of(const Table3Options& options) {
    const std::vector<Table3Cell> cells = cells_of(options);
    std::vector<Table3Set> sets;
    for (const std::string& row : table3_rows()) {
        if (std::any_of(cells.begin(), cells.end(), [&](const Table3Cell& cell) { return cell.row == row; }))
            sets.push_back(
                table3_set(row, data_folder(options.paper.data), options.paper.common.seed, options.quick));
    }
    return sets;
}

const Table3Set& set_of(const std::vector<Table3Set>& sets, const Table3Cell& cell) {
    return *std::find_if(sets.begin(), sets.end(), [&](const Table3Set& set) { return set.row == cell.row; });
}

// Cell after cell; calls `tell` with each as soon as it is computed.
std::vector<Table3Row> compute_all(const Table3Options& options, const std::vector<Table3Set>& sets,
                                   Streams& streams, const std::function<void(const Table3Row&)>& tell) {
    ThreadPool pool{static_cast<std::size_t>(options.paper.common.threads)};
    std::vector<Table3Row> rows;
    for (const Table3Cell& cell : cells_of(options)) {
        Table3Row row{cell, table3_settings(cell, options.quick), &set_of(sets, cell)};
        {
            Progress progress{"paper table3: " + row.set->name + ", " + cell.name(), 1000,
                              options.paper.common, streams, "thousandths"};
            row.outcome =
                compute(cell, row.settings, *row.set, {options.paper.common.seed, &pool, progress.control()});
        }
        tell(row);
        rows.push_back(std::move(row));
        if (rows.back().outcome.stopped) break;
    }
    return rows;
}

std::vector<Table3Row> write_table(const Table3Options& options, const std::vector<Table3Set>& sets,
                                   Streams& streams) {
    std::vector<Table3Row> rows;
    write_output(options.paper.common.output, streams.out, [&](std::ostream& out) {
        write_head(out, options, sets);
        rows = compute_all(options, sets, streams, [&](const Table3Row& row) { write_row(out, row); });
        write_foot(out, rows);
    });
    return rows;
}

ExitCode run_table3(const Table3Options& options, Streams& streams) {
    const CommonOptions& common = options.paper.common;
    const std::vector<Table3Set> sets = sets_of(options);
    std::vector<Table3Row> rows;
    if (common.json) {
        rows = compute_all(options, sets, streams, [](const Table3Row&) {});
        write_result(common, streams, report_of(options, sets, rows), {});
    } else {
        rows = write_table(options, sets, streams);
    }
    const auto failed = [](const Table3Row& row) { return !row.outcome.error(); };
    if (!std::all_of(rows.begin(), rows.end(), failed))
        write_picture(options.paper.svg, streams, picture(rows));
    return rows.back().outcome.stopped ? ExitCode::interrupted : ExitCode::ok;
}

}  // namespace

Command table3_item() {
    return {.name = "table3",
            .summary = "Classifiers: conditional herding, voted perceptrons and discriminative RBMs",
            .footer =
                "Example: drover paper table3 --data DIR --quick\n"
                "         drover paper table3 --data DIR --rows pendigits --columns ch --procedure joint",
            .task = task<run_table3>};
}

}  // namespace drover::cli::paper
