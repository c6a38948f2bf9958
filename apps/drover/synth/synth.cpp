#include <chrono>
#include <cmath>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/job/row_file.hpp>
#include <drover/synth/certificate.hpp>
#include <drover/synth/complete_job.hpp>
#include <drover/synth/job.hpp>

#include "../cli/hold_interrupts.hpp"
#include "../cli/memory.hpp"
#include "../cli/output.hpp"
#include "../tables/spreadsheet.hpp"
#include "commands.hpp"
#include "files.hpp"

namespace drover::cli::synth {

using namespace drover::synth;

void describe(OptionList& list, CommandLine& options) {
    list.files("INPUT", options.reference.tables.files, "Table files, or one file of microdata")
        .required()
        .keyed("files");
    list.count("-n,--rows", options.synthesis.rows, "Rows to make [default: the total of the tables]")
        .within(1, 1'000'000'000)
        .silent();  // the JSON has those made
    describe(list, options.reference);
    describe_trust(list, options.reference);
    list.choice("--zeros", options.synthesis.zeros,
                "Counts of 0: hard rules rows out, soft does not; auto is hard for whole counts that agree",
                zero_choices)
        .shaping_rows();
    list.text("--noise", options.noise,
              "Standard deviation of the counts, at least 0; 0: take the tables as they are [default: as the "
              "standard "
              "errors or the counts below 0 say]")
        .typed("SIGMA")
        .shaping_rows();
    list.texts("--forbid", options.forbid, "No row has these values together; may be repeated")
        .once_each()
        .typed("A=x,B=y")
        .shaping_rows();
    list.file("--complete", options.complete, "Fill the blanks of the rows of this file instead")
        .shaping_rows();
    describe_by(list, options.reference);
    list.choice("--imply", options.synthesis.imply,
                "Columns that meet in no table: auto makes them as independent as the tables imply",
                imply_choices)
        .shaping_rows();
    list.choice(
            "--repair", options.synthesis.repair,
            "Repair rows at the end so that cells are met; auto where tables agree and columns meet in none",
            repair_choices)
        .shaping_rows();
    list.file("--like", options.like,
              "A sample of real people (microdata): rows resemble it and add up to the tables")
        .shaping_rows();
    list.count("--burn-in", options.synthesis.burn_in, "Steps before the first row")
        .within(0, 1'000'000'000)
        .shaping_rows("burn-in");
    list.choice("--search", options.synthesis.search,
                "How a row is searched for; auto takes exact where it is cheap", searches)
        .shaping_rows();
    list.choice("--start", options.synthesis.start,
                "Where a search begins: a fresh start, or the previous row", search_starts)
        .shaping_rows();
    list.text("--shuffle", options.shuffle,
              "Put rows in random order, all of them or blocks of 2 to 10^9; a prefix is then no better than "
              "chance")
        .typed("all|N")
        .shaping_rows();
    list.text("--until", options.until,
              "Stop when the mean total variation is below a number above 0: tv<0.002")
        .typed("tv<X")
        .echoed_before("checkpoint")
        .for_field("until_tv");
    describe(list, options.job, "rows", 100'000);
    list.file("--report", options.report, "Write a page of HTML about the rows").written();
    list.file("--cert", options.certificate, "Write a certificate that drover check --cert verifies")
        .written()
        .keyed("certificate");
    describe(list, options.common);
    list.at("--output")
        .described("File for the rows; - is standard output")
        .keyed("rows_file")
        .echoed_before("files");
    list.at("--seed")
        .described("Seed of starts: other rows that fit as well, where starts are used")
        .shaping_rows();
}

namespace {

double parse_until(const std::string& text) {
    if (text.empty()) return 0;
    check_input(text.rfind("tv<", 0) == 0,
                [&] { return "--until: expected tv<NUMBER, got " + quoted(text); });
    const double limit = option_number("--until", text.substr(3)).to_double();
    check_input(limit > 0, [&] { return "--until: expected a number above 0, got " + quoted(text); });
    return limit;
}

// Rows per block: "all", or a number.
std::int64_t parse_shuffle(const std::string& text) {
    if (text.empty()) return 0;
    if (text == "all") return Options::all_rows;
    const Rational rows = option_number("--shuffle", text, "all");
    check_input(rows.denominator() == 1 && rows.numerator() >= 2 && rows.numerator() <= 1'000'000'000,
                [&] { return "--shuffle: expected all, or 2 to 10^9 rows, got " + quoted(text); });
    return static_cast<std::int64_t>(rows.numerator());
}

void check_choices(const CommandLine& options) {
    const auto exclude = [](const char* a, bool has_a, const char* b, bool has_b) {
        check_input(!has_a || !has_b,
                    [&] { return std::string{a} + " and " + b + ": expected one of them, got both"; });
    };
    exclude("--where", !options.reference.where.empty(), "--complete", !options.complete.empty());
    exclude("--complete", !options.complete.empty(), "-n", options.synthesis.rows.has_value());
    exclude("--complete", !options.complete.empty(), "--search exact",
            options.synthesis.search == Search::exact);
    exclude("--shuffle", !options.shuffle.empty(), "--complete", !options.complete.empty());
    exclude("--safe-spreadsheet", options.reference.safe_spreadsheet, "--complete",
            !options.complete.empty());
    exclude("--safe-spreadsheet", options.reference.safe_spreadsheet, "--like", !options.like.empty());
    exclude("--shuffle", !options.shuffle.empty(), "--checkpoint", !options.job.checkpoint.empty());
    exclude("--shuffle", !options.shuffle.empty(), "--resume", !options.job.resume.empty());
    check_input(!options.job.is_resumable() || options.common.output != "-", [] {
        return std::string{"--checkpoint: expected -o FILE for the rows, got standard output"};
    });
}

// Options that are given as texts are parsed.
Options synthesis_options(const CommandLine& options) {
    Options result = options.synthesis;
    for (const std::string& text : options.forbid)
        result.forbid.push_back(values_of("forbid", text, options.reference));
    if (!options.reference.where.empty())
        result.where = values_of("where", options.reference.where, options.reference);
    result.by =
        options.reference.safe_spreadsheet ? marked_formula(options.reference.by) : options.reference.by;
    result.targets = target_options(options.reference);
    if (!options.noise.empty()) result.noise = option_number("--noise", options.noise);
    result.seed = options.common.seed;
    result.memory = memory_limit(options.common);
    result.shuffle = parse_shuffle(options.shuffle);
    result.until_tv = parse_until(options.until);
    result.keeps_course = !options.report.empty();
    result.csv = csv_options(options.reference.tables.separator);
    return result;
}

// All that rows are made of, read once.
struct Inputs {
    TableSet tables;
    std::string partial;  // rows to be completed
    std::vector<CertifiedFile> files;
};

// The weights are the sample's if there is one.
Inputs read_inputs(const CommandLine& options, Options& synthesis) {
    ReferenceOptions reference = options.reference;
    if (!options.like.empty()) reference.weight.clear();
    PinnedFiles pins;
    const std::vector<TableText> texts = read_texts(reference.tables.files, pins, synthesis.csv);
    Inputs inputs{
        reference_tables(texts, reference, ReferenceUse::synth, synthesis.memory, pins, synthesis.control),
        {},
        {}};
    if (!options.like.empty())
        synthesis.like = {.text = {options.like, pins.read(options.like, "like")},
                          .weight = options.reference.weight};
    if (!options.complete.empty()) inputs.partial = pins.read(options.complete, "complete");
    inputs.files = pins.files();
    return inputs;
}

// Rows go to standard output; to a file that appears when it is complete; or to FILE.part, which can be
// resumed.
std::unique_ptr<RowSink> row_sink(const CommandLine& options, CsvOptions csv, Streams& streams) {
    if (options.common.output == "-") return std::make_unique<RowStream>(streams.out, "standard output", csv);
    const OutputKind kind = options.job.is_resumable() ? OutputKind::resumable : OutputKind::plain;
    return std::make_unique<RowFile>(options.common.output, kind, csv);
}

void resume(drover::Job& job, const JobIdentity& identity, LongRun& run, const RowSink& rows,
            const CommandLine& options, Streams& streams) {
    run.resume(job, identity);
    const auto* const file = dynamic_cast<const RowFile*>(&rows);
    if (file != nullptr && file->was_complete() && !options.common.quiet)
        streams.err << "drover: " << options.common.output
                    << " is complete already; its last rows are made again\n";
}

// Nothing if it was interrupted and its checkpoint can be resumed.
template <class AnyJob>
std::optional<Result> run_to_result(AnyJob& job, LongRun& run, RowSink& rows, const CommandLine& options,
                                    const Inputs& inputs, Streams& streams) {
    const JobIdentity identity{
        .product = "synth", .version = 1, .inputs = inputs.files, .options = row_texts(options)};
    if (!options.job.resume.empty()) resume(job, identity, run, rows, options, streams);
    const JobEnd end =
        run.run(job, identity, "rows", "rows",
                {.goal = {}, .before_save = [&] { rows.settle(); }, .after_save = [&] { rows.keep(); }});
    const bool is_interrupted = end == JobEnd::stopped;
    if (is_interrupted && !options.job.checkpoint.empty()) {
        streams.err << "drover: interrupted after " << job.progress().done << " rows"
                    << (options.certificate.empty() ? "" : ", which have no certificate yet")
                    << "; continue with --resume " << options.job.checkpoint << '\n';
        return {};
    }
    Result made = job.result();
    made.interrupted = is_interrupted;
    return made;
}

std::optional<Result> make_rows(LongRun& run, RowSink& rows, const CommandLine& options,
                                const Options& synthesis, const Inputs& inputs, Streams& streams) {
    if (!options.complete.empty()) {
        const TableText partial{options.complete, inputs.partial};
        CompleteJob job{inputs.tables, partial, synthesis, rows};
        return run_to_result(job, run, rows, options, inputs, streams);
    }
    drover::synth::Job job{inputs.tables, synthesis, rows};
    if (!options.job.checkpoint.empty() && options.job.resume.empty()) job.check_resumable();
    return run_to_result(job, run, rows, options, inputs, streams);
}

std::string page_text(const CommandLine& options, const Result& made,
                      const std::vector<CertifiedFile>& inputs) {
    HtmlReport page = page_of(made);
    page.title = "drover synth: " + options.common.output;
    for (const auto& [name, text] : row_texts(options))
        if (!text.empty()) page.options.emplace_back(name, text);
    page.digests = {{options.common.output, made.digest}};
    for (const CertifiedFile& input : inputs) page.digests.emplace_back(input.file, input.sha256);
    return to_html(page);
}

// Rows and their report do not share a stream.
void say(const CommandLine& options, const Report& report, const FitSummary& fit, Streams& streams) {
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

// Together: all is on disk before the first has its name, and the certificate comes last.
void commit(RowSink& rows, Output& page, Output& certificate, const CommandLine& options) {
    const HoldInterrupts hold;
    rows.settle();
    page.settle();
    certificate.settle();
    rows.commit();
    try {
        page.commit();
        certificate.commit();
    } catch (const IoError& error) {
        const std::string what = certificate.is_wanted() ? "its certificate" : "its report";
        throw IoError(error.what() + ("; " + options.common.output) + " is written without " + what);
    }
}

ExitCode run_synth(const CommandLine& options, Streams& streams) {
    const auto start = std::chrono::steady_clock::now();
    LongRun run{options.job, options.common, streams};
    check_choices(options);
    check_synth_files(options);
    Options synthesis = synthesis_options(options);
    synthesis.control = run.set_up("reading");
    const Inputs inputs = read_inputs(options, synthesis);
    ThreadPool pool{options.common.threads};
    synthesis.pool = &pool;
    Output page{options.report, streams.out};
    Output certificate{options.certificate, streams.out};
    const std::unique_ptr<RowSink> rows = row_sink(options, synthesis.csv, streams);
    const std::optional<Result> made = make_rows(run, *rows, options, synthesis, inputs, streams);
    if (!made) return ExitCode::interrupted;
    if (page.is_wanted()) page.stream() << page_text(options, *made, inputs.files);
    if (certificate.is_wanted()) {
        certificate.stream() << to_text(
            certify(*made, inputs.files, row_texts(options), options.common.output));
    }
    commit(*rows, page, certificate, options);
    Report report;
    report.add("format", "", "drover.synth/1");
    echo(report, options);
    add_result(report, *made);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    report.add("seconds", "seconds", std::round(seconds * 1000) / 1000);
    say(options, report, made->fit, streams);
    return made->interrupted ? ExitCode::interrupted : ExitCode::ok;
}

}  // namespace

Command synth_command() {
    return {
        .name = "synth",
        .summary = "Make rows of individuals whose tables match published ones",
        .footer =
            "INPUT is table files (long CSV: one column per variable, then count or p, perhaps se), or one\n"
            "file of microdata, of which all tables of two columns are measured. The tables may be rounded,\n"
            "noisy, suppressed or contradict one another: the rows come as close as they can, and drover\n"
            "explain says where the tables contradict one another.\n"
            "The same input gives the same bytes everywhere, and every prefix of the rows is good already.\n"
            "With rows on standard output the report goes to standard error.\n\n"
            "Privacy: the rows are made from the tables alone and are as private as these are, no more.\n"
            "drover adds no protection; tables of microdata (--order) can reveal facts about single "
            "persons.\n\n"
            "Example: drover synth tables/*.csv -n 48842 -o people.csv --report report.html",
        .task = task<run_synth>};
}

}  // namespace drover::cli::synth
