#include <chrono>
#include <cmath>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/synth/synthesis_job.hpp>

#include "cmd_synth.hpp"
#include "microdata_input.hpp"
#include "row_output.hpp"
#include "synth_files.hpp"
#include "terminal.hpp"

namespace drover::cli {
namespace {

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : "\n") + text;
    return all;
}

// A number with a unit of time: 10s, 5m, 2h; without one it is seconds.
double parse_seconds(const std::string& text) {
    if (text.empty()) return 0;
    const std::string units = "smh";
    const std::size_t unit = units.find(text.back());
    const std::string number = unit == std::string::npos ? text : text.substr(0, text.size() - 1);
    const double seconds =
        option_number("--time", number).to_double() * (unit == 2 ? 3600 : (unit == 1 ? 60 : 1));
    check_input(seconds > 0,
                [&] { return "--time: expected more than 0, as 10s, 5m or 2h, got " + quoted(text); });
    return seconds;
}

double parse_until(const std::string& text) {
    if (text.empty()) return 0;
    check_input(text.rfind("tv<", 0) == 0,
                [&] { return "--until: expected tv<NUMBER, got " + quoted(text); });
    const double limit = option_number("--until", text.substr(3)).to_double();
    check_input(limit > 0, [&] { return "--until: expected a number above 0, got " + quoted(text); });
    return limit;
}

void check_choices(const SynthOptions& options) {
    const auto exclude = [](const char* a, bool has_a, const char* b, bool has_b) {
        check_input(!has_a || !has_b,
                    [&] { return std::string{a} + " and " + b + ": expected one of them, got both"; });
    };
    exclude("--by", !options.reference.by.empty(), "--where", !options.reference.where.empty());
    exclude("--by", !options.reference.by.empty(), "--complete", !options.complete.empty());
    exclude("--where", !options.reference.where.empty(), "--complete", !options.complete.empty());
    exclude("--complete", !options.complete.empty(), "--checkpoint", !options.checkpoint.empty());
    exclude("--complete", !options.complete.empty(), "--resume", !options.resume.empty());
    exclude("--complete", !options.complete.empty(), "-n", options.rows.has_value());
    exclude("--complete", !options.complete.empty(), "--search exact", options.search == "exact");
    const bool resumable = !options.checkpoint.empty() || !options.resume.empty();
    check_input(!resumable || options.common.output != "-", [] {
        return std::string{"--checkpoint: expected -o FILE for the rows, got standard output"};
    });
    check_input(options.checkpoint_every >= 1, [&] {
        return "--checkpoint-every: expected at least 1, got " + std::to_string(options.checkpoint_every);
    });
}

OptionTexts row_options(const SynthOptions& options) {
    OptionTexts texts = option_texts(options.reference);
    const OptionTexts more{{"zeros", options.zeros},
                           {"forbid", joined(options.forbid)},
                           {"complete", options.complete},
                           {"burn-in", std::to_string(options.burn_in)},
                           {"search", options.search},
                           {"start", options.start},
                           {"seed", std::to_string(options.common.seed)}};
    texts.insert(texts.end(), more.begin(), more.end());
    return texts;
}

SynthesizeOptions synthesize_options(const SynthOptions& options) {
    SynthesizeOptions result{.rows = options.rows};
    result.zeros = options.zeros == "auto"   ? Zeros::automatic
                   : options.zeros == "hard" ? Zeros::hard
                                             : Zeros::soft;
    for (const std::string& text : options.forbid) result.forbid.push_back(parse_values("--forbid", text));
    if (!options.reference.where.empty()) result.where = parse_values("--where", options.reference.where);
    result.by = options.reference.by;
    result.targets = target_options(options.reference);
    result.burn_in = options.burn_in;
    result.search = options.search == "auto"    ? SynthesisSearch::automatic
                    : options.search == "exact" ? SynthesisSearch::exact
                                                : SynthesisSearch::ascent;
    result.start = options.start == "fresh" ? SearchStart::fresh : SearchStart::previous;
    result.seed = options.common.seed;
    result.max_seconds = parse_seconds(options.time);
    result.until_tv = parse_until(options.until);
    result.keeps_course = !options.report.empty();
    result.csv = csv_options(options.reference.tables.separator);
    return result;
}

Checkpoint pinned(Checkpoint checkpoint, const SynthOptions& options,
                  const std::vector<CertifiedFile>& inputs) {
    checkpoint.inputs = inputs;
    checkpoint.options = row_options(options);
    return checkpoint;
}

void resume(SynthesisJob& job, RowOutput& output, const SynthOptions& options,
            const std::vector<CertifiedFile>& inputs) {
    const Checkpoint before = parse_checkpoint(read_file(options.resume), options.resume);
    check_same_run(options.resume, before, pinned(job.checkpoint(), options, inputs));
    const std::string rows = output.part_text(before.byte_count);
    job.resume(before, options.resume, rows, RowOutput::part_name(options.common.output));
    output.resume(before.byte_count);
}

void save(const std::string& path, const Checkpoint& checkpoint, RowOutput& output) {
    OutputFile file{path};  // the one before stays until this one is whole
    file.stream() << checkpoint_text(checkpoint);
    file.commit();
    output.keep_part();
}

void make_rows(SynthesisJob& job, RowOutput& output, const SynthOptions& options,
               const std::vector<CertifiedFile>& inputs, Streams& streams) {
    options.resume.empty() ? output.start() : resume(job, output, options, inputs);
    Progress progress{"rows", job.rows_wanted(), options.common, streams};
    job.follow(progress.control());
    const TakeRows take = [&](const RowBlock& block) { output.write(block.csv); };
    if (!options.complete.empty()) {
        job.complete({options.complete, read_file(options.complete)}, take);
        return;
    }
    CheckpointPlan plan;
    if (!options.checkpoint.empty()) {
        plan = {options.checkpoint_every, [&](const Checkpoint& checkpoint) {
                    save(options.checkpoint, pinned(checkpoint, options, inputs), output);
                }};
    }
    job.run(take, plan);
}

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

std::string page_text(const SynthOptions& options, const Synthesis& made,
                      const std::vector<CertifiedFile>& inputs) {
    HtmlReport page = page_of(made);
    page.title = "drover synth: " + options.common.output;
    for (const auto& [name, text] : row_options(options))
        if (!text.empty()) page.options.emplace_back(name, text);
    page.digests = {{options.common.output, made.digest}};
    for (const CertifiedFile& input : inputs) page.digests.emplace_back(input.file, input.sha256);
    return to_html(page);
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
    check_choices(options);
    check_synth_files(options);
    SynthesizeOptions synthesis = synthesize_options(options);
    const auto [tables, inputs] = read_reference(options.reference, ReferenceUse::synth);
    ThreadPool pool{options.common.threads};
    synthesis.pool = &pool;
    SideFile page{options.report};
    SideFile certificate{options.certificate};
    SynthesisJob job{tables, synthesis,
                     options.complete.empty() ? SynthesisTask::make_rows : SynthesisTask::complete_rows};
    RowOutput output{options.common.output, streams.out,
                     !options.checkpoint.empty() || !options.resume.empty()};
    make_rows(job, output, options, inputs, streams);
    if (job.interrupted() && !options.checkpoint.empty()) {
        streams.err << "drover: interrupted after " << job.row_count() << " rows; go on with --resume "
                    << options.checkpoint << '\n';
        return ExitCode::interrupted;
    }
    const Synthesis made = job.result();
    page.write(page_text(options, made, inputs));
    certificate.write(certificate_text(certify(made, inputs, row_options(options), options.common.output)));
    output.commit();
    page.commit();
    certificate.commit();
    Report report;
    add_options(report, options);
    add_result(report, made);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    report.add("seconds", "seconds", std::round(seconds * 1000) / 1000);
    say(options, report, made.fit, streams);
    return made.interrupted ? ExitCode::interrupted : ExitCode::ok;
}

}  // namespace drover::cli
