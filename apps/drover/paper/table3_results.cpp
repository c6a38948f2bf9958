#include "table3_results.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <fmt/format.h>

namespace drover::cli::paper {
namespace {

std::string procedure_of(const Table3Row& row) {
    return row.cell.procedure == LabelProcedure::joint ? "joint" : "one-versus-all";
}

std::string percent_with(const std::optional<double>& value, const std::optional<double>& spread) {
    if (!value) return "-";
    return fmt::format("{:.2f}", *value) + (spread ? fmt::format(" ({:.2f})", *spread) : "");
}

// Made-up data are not compared.
std::optional<double> difference(const Table3Row& row) {
    const std::optional<double> ours = row.outcome.error();
    if (!ours || !row.cell.published || row.set->substitute) return std::nullopt;
    return *ours - *row.cell.published;
}

std::string note_of(const Table3Row& row) {
    if (!row.outcome.failure.empty()) return "failed: " + row.outcome.failure;
    if (row.outcome.stopped) return "interrupted";
    return row.outcome.voted_by.empty() || row.outcome.voted_by == "all updates"
               ? ""
               : "voted by " + row.outcome.voted_by;
}

constexpr const char* line_format =
    "{:<26} {:<14} {:<8} {:>11} {:>11} {:>7} {:>8} {:>8} {:>9} {:>6} {:>9}  {}";

std::string line(const auto&... fields) {
    std::string text = fmt::format(line_format, fields...);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
}

// A separate line, so that it can be written as soon as it is known.
std::string line_of(const Table3Row& row) {
    const Table3Outcome& found = row.outcome;
    const std::optional<double> by = difference(row);
    const auto list_end = [](const auto& list) { return list.empty() ? "-" : std::to_string(list.back()); };
    const std::string training =
        found.training_errors.empty() ? "-" : fmt::format("{:.2f}", 100 * found.training_errors.back());
    return line(row.set->name, procedure_of(row), row.cell.name(),
                percent_with(found.error(), found.spread()),
                percent_with(row.cell.published, row.cell.published_spread),
                by ? fmt::format("{:+.2f}", *by) : "-", list_end(found.updates), cell(found.burn_in),
                training, found.errors.empty() ? "-" : (found.reached_zero ? "yes" : "no"),
                fmt::format("{:.1f}", found.training_seconds + found.voting_seconds), note_of(row));
}

Report identity(const Table3Set& set) {
    Report report;
    report.add("dataset", "", set.name);
    report.add("row_count", "", static_cast<std::int64_t>(set.train.rows.row_count()));
    report.add("test_count", "", static_cast<std::int64_t>(set.test.rows.row_count()));
    report.add("fold_count", "", static_cast<std::int64_t>(set.fold_count));
    report.add("column_count", "", static_cast<std::int64_t>(set.train.rows.column_count()));
    report.add("class_count", "", static_cast<std::int64_t>(set.train.classes.size()));
    report.add("substitute", "", set.substitute);
    report.add("note", "", set.note);
    return report;
}

void add_settings(Report& more, const Table3Row& row) {
    const drover::classify::Options& options = row.settings.herding;
    more.add("burn_in", "", options.burn_in);
    more.add("votes", "", value_or_none(row.outcome.votes));
    more.add("voted_by", "", row.outcome.voted_by);
    more.add("input_scale", "", options.input_scale);
    more.add("rate", "", options.rate);
    more.add("label_rate", "", options.label_rate);
    more.add("hidden_bias_rate", "", options.hidden_bias_rate);
    more.add("label_bias_rate", "", options.label_bias_rate);
}

Result result_of(const Table3Row& row) {
    const Table3Outcome& found = row.outcome;
    Result result{.dataset = row.set->name,
                  .method = procedure_of(row) + " " + row.cell.name(),
                  .published = row.cell.published,
                  .published_spread = row.cell.published_spread,
                  .ours = found.error(),
                  .spread = found.spread(),
                  .seconds = found.training_seconds + found.voting_seconds,
                  .note = note_of(row)};
    result.more.add("difference", "", value_or_none(difference(row)));
    result.more.add("procedure", "", procedure_of(row));
    result.more.add("hidden_units", "", static_cast<std::int64_t>(row.cell.hidden));
    result.more.add("errors", "", found.errors);
    result.more.add("training_errors", "", found.training_errors);
    result.more.add("reached_zero", "", !found.errors.empty() && found.reached_zero);
    result.more.add("updates", "", found.updates);
    result.more.add("training_seconds", "", found.training_seconds);
    result.more.add("voting_seconds", "", found.voting_seconds);
    if (row.cell.method == Table3Method::herding) add_settings(result.more, row);
    if (row.cell.method == Table3Method::machine) result.more.add("l2", "", found.l2);
    return result;
}

bool is_of_chart(const Table3Row& row, const Table3Row& other) {
    return row.set == other.set && row.cell.procedure == other.cell.procedure;
}

// Published next to ours; without a bar if nothing is published.
BarChart chart_of(const std::vector<Table3Row>& rows, const Table3Row& first) {
    const std::string title = first.set->name + ", " + procedure_of(first) + ": test error, %";
    BarChart chart{.title = title, .missing = "not published", .height = 280};
    chart.y.label = "error, %";
    chart.groups = {{.name = "published", .colour = method_colour("published")},
                    {.name = "ours", .colour = method_colour("ours")}};
    for (const Table3Row& row : rows) {
        if (!is_of_chart(row, first) || !row.outcome.error()) continue;
        chart.categories.push_back(row.cell.name());
        chart.groups[0].values.push_back(row.cell.published.value_or(std::nan("")));
        chart.groups[0].spreads.push_back(row.cell.published_spread.value_or(0));
        chart.groups[1].values.push_back(*row.outcome.error());
        chart.groups[1].spreads.push_back(row.outcome.spread().value_or(0));
    }
    const bool any_published = std::any_of(chart.groups[0].values.begin(), chart.groups[0].values.end(),
                                           [](double value) { return std::isfinite(value); });
    if (first.set->substitute || !any_published) chart.groups.erase(chart.groups.begin());
    return chart;
}

}  // namespace

void describe(OptionList& list, Table3Options& options) {
    list.texts("--rows", options.rows,
               "Any of mnist, usps, pendigits, news; separated by commas [default: all]")
        .separated(',')
        .typed("NAMES")
        .one_of(table3_rows())
        .keyed("sets");
    list.texts("--columns", options.columns, "Any of vp, drbm, ch; separated by commas [default: all]")
        .separated(',')
        .typed("NAMES")
        .one_of({"vp", "drbm", "ch"});
    list.texts("--procedure", options.procedures, "Any of joint, ova; separated by commas [default: both]")
        .separated(',')
        .typed("NAMES")
        .one_of(names_of(classify::label_procedures));
    list.texts("--hidden", options.hidden,
               "Any of 50, 100, 200, 500 hidden units; separated by commas [default: all]")
        .separated(',')
        .typed("NUMBERS")
        .one_of({"50", "100", "200", "500"});
    list.flag("--quick", options.quick, "Fewer cases, updates and passes, one fold, the fewest hidden units");
    describe(list, options.paper);
}

void write_head(std::ostream& out, const Table3Options& options, const std::vector<Table3Set>& sets) {
    if (sets.front().substitute) write_substitute_warning(out);
    for (const Table3Set& set : sets) {
        out << set.name << ": " << set.train.rows.row_count() << " training cases, "
            << (set.fold_count > 1 ? std::to_string(set.fold_count) + " folds of them for testing"
                                   : std::to_string(set.test.rows.row_count()) + " test cases")
            << ", " << set.train.rows.column_count() << " inputs, " << set.train.classes.size()
            << " classes; " << set.note << '\n';
    }
    out << "\nTable 3. Test error in percent; seed " << options.paper.common.seed
        << (options.quick ? "; the quick form, not comparable with the published numbers\n\n" : "\n\n")
        << line("data set", "procedure", "method", "ours", "published", "differ", "updates", "burn-in",
                "training", "zero", "seconds", "note");
}

void write_row(std::ostream& out, const Table3Row& row) { out << line_of(row) << std::flush; }

void write_foot(std::ostream& out, const std::vector<Table3Row>& rows) {
    if (!rows.empty() && rows.back().outcome.stopped)
        out << "\nInterrupted: the remaining cells are missing.\n";
    out << "\nVP: voted perceptron, without early stopping. dRBM: discriminative RBM, passes and penalty "
           "chosen "
           "on\na held-out tenth. CH: conditional herding; every update after the burn-in has a vote. "
           "Updates: batches\nof 100, of CH of each system. Training: percent wrong in the last pass of CH, "
           "at the end of dRBM; zero:\nwhether no case was wrong in the end. In brackets: standard deviation "
           "over folds.\n";
}

Report report_of(const Table3Options& options, const std::vector<Table3Set>& sets,
                 const std::vector<Table3Row>& rows) {
    std::vector<Report> identities;
    for (const Table3Set& set : sets) identities.push_back(identity(set));
    Report report = item_report("table3", options.paper, identities);
    echo(report, options);
    std::vector<Result> results;
    for (const Table3Row& row : rows) results.push_back(result_of(row));
    report.add("interrupted", "", !rows.empty() && rows.back().outcome.stopped);
    add_rows(report, results);
    return report;
}

Panels picture(const std::vector<Table3Row>& rows) {
    Panels panels{.title = "Test errors of classifiers, ours and published"};
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (k > 0 && is_of_chart(rows[k], rows[k - 1])) continue;
        BarChart chart = chart_of(rows, rows[k]);
        if (chart.categories.empty()) {
            panels.note += (panels.note.empty() ? "" : "; ") + rows[k].set->name + ", " +
                           procedure_of(rows[k]) + ": no cell was computed";
        } else {
            panels.charts.emplace_back(std::move(chart));
        }
    }
    return panels;
}

}  // namespace drover::cli::paper
