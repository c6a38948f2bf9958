#include <chrono>
#include <cmath>
#include <optional>
#include <ostream>
#include <sstream>

#include <drover/core/number_text.hpp>
#include <drover/version.hpp>

#include "cmd_synth.hpp"
#include "synth_job.hpp"

namespace drover::cli {
namespace {

void add_options(Report& report, const SynthOptions& options) {
    report.add("format", "", "drover.synth/1");
    report.add("rows_file", "", options.common.output);
    add_reference_entries(report, options.reference);
    report.add("trust", "", options.reference.trust);
    report.add("zeros", "", options.zeros);
    report.add("forbid", "", options.forbid);
    report.add("complete", "", options.complete);
    report.add("by", "", options.reference.by);
    report.add("burn_in", "", options.burn_in);
    report.add("search", "", options.search);
    report.add("start", "", options.start);
    report.add("time", "", options.time);
    report.add("until", "", options.until);
    report.add("checkpoint", "", options.checkpoint);
    report.add("resume", "", options.resume);
    report.add("report", "", options.report);
    report.add("certificate", "", options.certificate);
    add_common_entries(report, options.common);
}

std::string unit_text(const Targets& targets) {
    if (targets.exact) return "exact, in units of 1/" + std::to_string(targets.moments.total);
    return "in units of 1/" + std::to_string(targets.moments.total) + ", shares rounded by at most " +
           rounded(targets.rounding, 3);
}

Report make_report(const SynthOptions& options, const SynthJob& job, const FitSummary& fit, double seconds) {
    const Targets& targets = job.synthesizer().targets();
    Report report;
    add_options(report, options);
    report.add("input", "input", job.plan().input_text);
    report.add("interrupted", job.interrupted() ? "interrupted" : "", job.interrupted());
    add_result(report, fit);
    report.add("steps", job.synthesizer().steps() > fit.rows ? "steps" : "", job.synthesizer().steps());
    report.add("positive_margins", "positive margins", job.synthesizer().positive_margins());
    report.add("search_used", "search", job.synthesizer().search_text());
    report.add("zeros_used", "zeros", job.plan().zeros_text);
    report.add("unit", "", targets.moments.total);
    report.add("exact", "", targets.exact);
    report.add("rounding", "", targets.rounding);
    report.add("arithmetic", "arithmetic", unit_text(targets));
    report.add("digest", "digest", job.output().digest());
    report.add("seconds", "seconds", std::round(seconds * 1000) / 1000);
    return report;
}

// What goes with the rows, opened before the run: a folder that is not there shows at once.
class SideFile {
  public:
    explicit SideFile(const std::string& path) : path_{path} {
        if (!path.empty()) file_.emplace(path);
    }
    void write(const std::string& text) {
        if (!file_) return;
        file_->stream() << text;
        check_written(path_, file_->stream());
    }
    void commit() {
        if (file_) file_->commit();
    }

  private:
    std::string path_;
    std::optional<OutputFile> file_;
};

std::string page_text(const SynthOptions& options, const SynthJob& job, const FitSummary& fit) {
    HtmlReport page;
    page.title = "drover synth: " + options.common.output;
    page.fit = fit;
    page.margins = {.steps = job.synthesizer().steps(), .positive = job.synthesizer().positive_margins()};
    page.course = job.course();
    page.notes = {"Input: " + job.plan().input_text + ".", "Search: " + job.synthesizer().search_text() + ".",
                  "Zeros: " + job.plan().zeros_text + ".",
                  "Arithmetic: " + unit_text(job.synthesizer().targets()) + "."};
    for (const auto& [name, text] : row_options(options))
        if (!text.empty()) page.options.emplace_back(name, text);
    page.digests = {{options.common.output, job.output().digest()}};
    for (const CertifiedFile& input : job.plan().inputs) page.digests.emplace_back(input.file, input.sha256);
    std::ostringstream text;
    write_html(text, page);
    return text.str();
}

Certificate certify(const SynthOptions& options, const SynthJob& job) {
    const Synthesizer& made = job.synthesizer();
    Certificate certificate{.version = drover::version,
                            .inputs = job.plan().inputs,
                            .options = row_options(options),
                            .row_count = made.row_count(),
                            .rows = {options.common.output, job.output().digest()},
                            .unit = made.targets().moments.total,
                            .exact = made.targets().exact,
                            .rounding = made.targets().rounding};
    certificate.tables =
        certified_tables(job.plan().tables.schema, table_names(made.tables()), made.targets(),
                         table_errors(made.targets(), made.hits(), made.row_count()));
    certificate.margins = {.steps = made.steps(), .positive = made.positive_margins()};
    return certificate;
}

// Rows and their report do not share a stream.
void say(const SynthOptions& options, const Report& report, const FitSummary& fit, Streams& streams) {
    std::ostream& out = options.common.output == "-" ? streams.err : streams.out;
    if (options.common.json) {
        write_json(out, report);
    } else if (!options.common.quiet || options.common.output != "-") {
        write_text(out, report);
        out << '\n';
        write_worst_tables(out, fit, 5);
    }
    check_written("-", out);
}

void add_data_options(CLI::App& command, SynthOptions& options) {
    add_option(command, "INPUT", options.reference.tables.files, "Table files, or one file of microdata")
        .required()
        .check(file_name());
    add_option(command, "-n,--rows", options.rows, "Rows to make [default: the total of the tables]")
        .transform(whole_number())
        .type_name("N");
    add_reference_options(command, options.reference);
    add_option(command, "--trust", options.reference.trust,
               "TABLE=K: let this table pull K times, 1 to 100; may come again")
        .once_each()
        .type_name("TABLE=K");
    add_choice(command, "--zeros", options.zeros,
               "Counts of 0: hard rules rows out, soft does not; auto is hard for "
               "whole counts that agree",
               {"auto", "hard", "soft"});
    add_option(command, "--forbid", options.forbid, "No row has these values together; may come again")
        .once_each()
        .type_name("A=x,B=y");
    add_option(command, "--complete", options.complete, "Fill the blanks of the rows of this file instead")
        .check(file_name())
        .type_name("FILE");
    add_option(command, "--by", options.reference.by,
               "A run of its own for each value of this column, in parallel")
        .type_name("COLUMN");
}

void add_run_options(CLI::App& command, SynthOptions& options) {
    add_count(command, "--burn-in", options.burn_in, "Steps before the first row");
    add_choice(command, "--search", options.search,
               "How a row is searched for; auto takes exact where it is cheap", {"auto", "ascent", "exact"});
    add_choice(command, "--start", options.start, "Where a search begins: a fresh start, or the previous row",
               {"fresh", "previous"});
    add_option(command, "--time", options.time, "Stop after this time: 10s, 5m, 2h").type_name("TIME");
    add_option(command, "--until", options.until, "Stop when the mean total variation is below: tv<0.002")
        .type_name("tv<X");
    add_option(command, "--checkpoint", options.checkpoint, "Save here from time to time how to go on")
        .check(file_name())
        .type_name("FILE");
    add_count(command, "--checkpoint-every", options.checkpoint_every, "Rows between two checkpoints");
    add_option(command, "--resume", options.resume,
               "Go on from this checkpoint: the same bytes as without a stop")
        .check(file_name())
        .type_name("FILE");
    add_option(command, "--report", options.report, "Write a page of HTML about the rows")
        .check(file_name())
        .type_name("FILE");
    add_option(command, "--cert", options.certificate,
               "Write a certificate that drover check --cert verifies")
        .check(file_name())
        .type_name("FILE");
}

}  // namespace

void add_synth(CLI::App& app, SynthOptions& options) {
    CLI::App& command = add_command(
        app, "synth", "Make rows of individuals whose tables match published ones",
        "INPUT is table files (long CSV: a column a variable, then count or p, perhaps se), or one file of "
        "microdata,\n"
        "of which all tables of two columns are measured. The tables may be rounded, noisy, suppressed or "
        "contradict\n"
        "one another: the rows come as close as they can, and drover explain says where the tables quarrel.\n"
        "The same input gives the same bytes everywhere, and every prefix of the rows is good already.\n"
        "With rows on standard output the report goes to standard error.\n\n"
        "Privacy: the rows are made from the tables alone and are as private as these are, no more. drover "
        "adds no\n"
        "protection; tables of microdata (--order) can tell about single persons.\n\n"
        "Example: drover synth tables/*.csv -n 48842 -o people.csv --report report.html");
    add_data_options(command, options);
    add_run_options(command, options);
    add_common_options(command, options.common);
    option_of(command, "--output").description("File for the rows; - is standard output");
    option_of(command, "--seed")
        .description("Seed of starts and dither: other rows that fit as well, where these are used");
}

ExitCode run_synth(const SynthOptions& options, Streams& streams) {
    const auto start = std::chrono::steady_clock::now();
    SynthPlan plan = make_synth_plan(options);
    SideFile page{options.report};
    SideFile certificate{options.certificate};
    SynthJob job{options, std::move(plan), streams};
    job.run();
    if (job.interrupted() && !options.checkpoint.empty()) {
        streams.err << "drover: interrupted after " << job.synthesizer().row_count()
                    << " rows; go on with --resume " << options.checkpoint << '\n';
        return ExitCode::interrupted;
    }
    const FitSummary fit = job.fit();
    page.write(page_text(options, job, fit));
    certificate.write(certificate_text(certify(options, job)));
    job.commit();
    page.commit();
    certificate.commit();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    say(options, make_report(options, job, fit, seconds), fit, streams);
    return job.interrupted() ? ExitCode::interrupted : ExitCode::ok;
}

}  // namespace drover::cli
