#include <chrono>
#include <cmath>
#include <optional>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/populate/job.hpp>

#include "../cli/command.hpp"
#include "../cli/memory.hpp"
#include "../cli/output_folder.hpp"
#include "check.hpp"
#include "files.hpp"
#include "output.hpp"

namespace drover::cli::populate {
using drover::populate::Job;

void describe(OptionList& list, Command& options) {
    describe(list, options.files);
    describe_columns(list, options.files);
    list.count("--repair", options.repair_passes,
               "Passes that replace households at the end; 0: every prefix stays good")
        .within(0, 100)
        .formerly("--swap")
        .keyed("swap")
        .shaping_rows("repair");
    list.text("--pull", options.pull,
              "Strength of the pull towards the sample's mix, raked to the totals: 0 to 0.25")
        .typed("X")
        .with_default()
        .shaping_rows();
    list.choice("--expand", options.expand, "Write households and persons, or weights alone", {"yes", "no"});
    describe(list, options.job, "households", 1'000'000);
    describe(list, options.common);
    list.at("--output")
        .described("Folder for the result; made if absent, files of the same name are replaced")
        .required()
        .without_default()
        .typed("DIR")
        .naming(Option::Names::folder);
    list.at("--seed")
        .described("Seed of the order of equally good households; 0: the sample's")
        .shaping_rows();
}

namespace {

Options options_of(const Command& options, RunControl control, ThreadPool& pool) {
    Options result{.repair_passes = options.repair_passes,
                   .memory = memory_limit(options.common),
                   .control = std::move(control),
                   .pool = &pool};
    const Rational pull = option_number("--pull", options.pull);
    check_input(!(pull < Rational{0}) && !(Rational{1, 4} < pull),
                [&] { return "--pull: expected 0 to 0.25, got " + quoted(options.pull); });
    result.pull = pull.to_double();
    return result;
}

// What is written: the whole result, or what there was when the time was up. Nothing if it was stopped, and
// its checkpoint can be resumed.
std::optional<Result> make(Job& job, const Command& options, const ReadFiles& read, LongRun& run,
                           Streams& streams) {
    const JobIdentity identity{.product = "populate", .inputs = read.files, .options = row_texts(options)};
    if (!options.job.resume.empty()) run.resume(job, identity);
    const JobEnd end = run.run(job, identity, "populate", "households");
    const bool has_checkpoint = !options.job.checkpoint.empty();
    if (end == JobEnd::stopped) {
        if (!has_checkpoint) throw Interrupted{};
        streams.err << "drover: interrupted; continue with --resume " << options.job.checkpoint << '\n';
        return {};
    }
    if (job.progress().done == 0) throw Stopped{};
    Result made = job.result();
    if (end == JobEnd::time && has_checkpoint)
        made.notes.push_back("continue with --resume " + options.job.checkpoint);
    return made;
}

Report make_report(const Command& options, const ReadFiles& read, const Result& made,
                   const std::vector<CertifiedFile>& written, const OutputFolder& folder) {
    Report report;
    report.add("format", "", "drover.populate/1");
    echo(report, options);
    add_result(report, read.input, made);
    std::vector<Report> files;
    for (const CertifiedFile& file : written) {
        files.emplace_back();
        files.back().add("file", "", folder.path_of(file.file));
        files.back().add("sha256", "", file.sha256);
    }
    report.add("files", "", files);
    report.add("folder", "folder", options.common.output);
    return report;
}

ExitCode run(const Command& options, Streams& streams) {
    const auto start = std::chrono::steady_clock::now();
    LongRun long_run{options.job, options.common, streams};
    ThreadPool pool{options.common.threads};
    const RunControl control = long_run.set_up("populate");
    const Options how = options_of(options, control, pool);
    const ReadFiles read = read_files(options.files, options.common.seed, control);
    check_input(options.common.output != "-",
                [] { return std::string{"-o: expected a folder for the result, got \"-\""}; });
    OutputFolder folder{"-o", options.common.output, file_uses_of(options, read)};
    check_outputs(options, folder);
    Job job{read.input, how};
    const std::optional<Result> made = make(job, options, read, long_run, streams);
    if (!made) return ExitCode::interrupted;
    const std::vector<CertifiedFile> written = write_files(folder, options, read, *made);
    Report report = make_report(options, read, *made, written, folder);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    report.add("seconds", "seconds", std::round(seconds * 1000) / 1000);
    if (options.common.json) {
        write_json(streams.out, report);
    } else {
        write_control_table(streams.out, read.input, made->fit);
        streams.out << '\n';
        write_text(streams.out, report);
    }
    check_written("-", streams.out);
    folder.keep();
    return ExitCode::ok;
}

}  // namespace

cli::Command populate_command() {
    return {
        .name = "populate",
        .summary = "Make households with their persons for zones, from a sample and totals",
        .footer =
            "A sample of real households with their persons (a survey), counts to be met in zones and in "
            "larger "
            "units, about\n"
            "households and persons at once: every zone gets households of the sample, whole, as often as "
            "needed. "
            "Conditions\n"
            "are written as PopulationSim writes them, or shorter: NP>=4, AGEP=25..54, OCCP in 1,2,3. "
            "Written "
            "are\n"
            "households.csv, persons.csv, weights.csv, controls_summary.csv, report.html and "
            "certificate.json; "
            "drover "
            "check\n"
            "--controls measures any such result, drover check --cert verifies the certificate. The same "
            "input "
            "gives the same bytes everywhere.\n"
            "When --time is up, what there is then is written, with a note: all households, less repaired; "
            "or "
            "those placed\n"
            "so far, in every zone about the same share. --checkpoint and --resume continue such a run.\n\n"
            "Privacy: every household is one of the sample. drover adds no protection.\n\n"
            "Example: drover populate --households seed_households.csv --persons seed_persons.csv --id hhnum "
            "\\\n"
            "    --weight WGTP --geography geo_cross_walk.csv --controls controls.csv \\\n"
            "    --totals TAZ=control_totals_taz.csv --totals REGION=region.csv -o out",
        .task = task<run>};
}

void add_commands(CommandList& list) {
    list.add(HelpSection::rows, populate_command());
    list.add_check_kind(&population_check_kind);
}

}  // namespace drover::cli::populate
