#include <sstream>

#include <drover/core/check.hpp>
#include <drover/data/row_writer.hpp>
#include <drover/job/kept_rows.hpp>
#include <drover/job/run_job.hpp>
#include <drover/synth/complete_job.hpp>
#include <drover/synth/job.hpp>
#include <drover/synth/synth.hpp>

namespace drover::synth {
namespace {

// The run of a job with the control of its options.
template <class AnyJob>
Result run_to_result(AnyJob& job, const RunControl& control) {
    const JobEnd end = run_job(job, job_run_of(control));
    Result made = job.result();
    made.interrupted = end == JobEnd::stopped;
    return made;
}

}  // namespace

std::string to_csv(const Result& made) {
    RowWriter writer{made.schema, made.csv};
    std::string text = writer.header();
    const std::size_t n = made.schema.columns.size();
    for (std::size_t at = 0; at < made.cells.size(); at += n)
        writer.append(std::span{made.cells}.subspan(at, n), text);
    return text;
}

std::vector<std::int64_t> numbers_of(const Result& made, std::size_t column) {
    check_input(column < made.schema.columns.size(), [&] {
        return Problem{Fault::range,
                       {.function = "numbers_of"},
                       "a column below " + std::to_string(made.schema.columns.size()),
                       std::to_string(column)};
    });
    return BinNumbers{made.schema, column}.next(made.cells);
}

void add_result(Report& report, const Result& made) {
    report.add("input", "input", made.input);
    report.add("interrupted", made.interrupted ? "interrupted" : "", made.interrupted);
    add_result(report, made.fit);
    const bool any_unfilled = made.unfilled_rows > 0;
    report.add("unfilled_rows", any_unfilled ? "rows left with blanks" : "", made.unfilled_rows);
    report.add("first_unfilled", any_unfilled ? "  the first" : "",
               any_unfilled ? ReportValue{made.first_unfilled} : ReportValue{});
    report.add("steps", made.steps > made.fit.rows ? "steps" : "", made.steps);
    report.add("positive_margins", "positive margins", made.positive_margins);
    report.add("search_used", "search", made.search);
    report.add("implied_tables", "", made.implied_tables);
    report.add("repaired_rows", made.repaired_rows > 0 ? "repaired rows" : "", made.repaired_rows);
    for (const std::string& note : made.notes) report.add("note", "note", note);
    report.add("zeros_used", "zeros", made.zeros);
    report.add("noise_used", made.noise.empty() ? "" : "noise", made.noise);
    report.add("unit", "", made.arithmetic.unit);
    report.add("exact", "", made.arithmetic.exact);
    report.add("rounding", "", made.arithmetic.rounding);
    report.add("arithmetic", "arithmetic", to_text(made.arithmetic));
    report.add("digest", "digest", made.digest);
}

std::string to_json(const Result& made) {
    Report report;
    report.add("format", "", "drover.synth/1");
    add_result(report, made);
    std::ostringstream text;
    write_json(text, report);
    return std::move(text).str();
}

HtmlReport page_of(const Result& made) {
    HtmlReport page;
    page.title = "drover synth";
    page.fit = made.fit;
    page.margins = {.steps = made.steps, .positive = made.positive_margins};
    page.course = made.course;
    page.notes = {"Input: " + made.input + ".", "Search: " + made.search + ".", "Zeros: " + made.zeros + ".",
                  "Arithmetic: " + to_text(made.arithmetic) + "."};
    if (!made.noise.empty()) page.notes.push_back("Noise: " + made.noise + ".");
    page.notes.insert(page.notes.end(), made.notes.begin(), made.notes.end());
    return page;
}

std::string to_html(const Result& made) { return to_html(page_of(made)); }

}  // namespace drover::synth

namespace drover {

synth::Result synthesize(const TableSet& tables, const synth::Options& options) {
    KeptRows rows{options.csv};
    synth::Job job{tables, options, rows};
    synth::Result made = synth::run_to_result(job, options.control);
    made.cells = rows.take_cells();
    return made;
}

synth::Result synthesize(const TableSet& tables, const synth::Options& options, const TakeRows& take) {
    RowCallback rows{take, options.csv};
    synth::Job job{tables, options, rows};
    return synth::run_to_result(job, options.control);
}

synth::Completion complete(const TableSet& tables, const TableText& partial, const synth::Options& options) {
    KeptRows rows{options.csv, KeptRows::Keep::cells_and_bytes};
    synth::CompleteJob job{tables, partial, options, rows};
    synth::Completion completion{.rows = synth::run_to_result(job, options.control), .csv = {}};
    completion.rows.cells = rows.take_cells();
    completion.csv = rows.take_bytes();
    return completion;
}

}  // namespace drover
