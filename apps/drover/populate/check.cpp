#include <filesystem>
#include <ostream>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>
#include <drover/files/file.hpp>
#include <drover/populate/certificate.hpp>
#include <drover/populate/csv.hpp>

#include "../synth/certified_files.hpp"
#include "../tables/options.hpp"
#include "check.hpp"
#include "output.hpp"

namespace drover::cli::populate {

void describe_check(OptionList& list, Files& files, std::string& result_id) {
    const std::size_t first = list.options().size();
    describe_sample(list, files);
    list.text("--result-id", result_id,
              "Column of ROWS with the sample's numbers of households [default: as in the sample]")
        .typed("COLUMN");
    // Rows are not made here, and other checks do not have them.
    for (std::size_t k = first; k < list.options().size(); ++k) {
        const std::string names = list.options()[k].names;
        Option& option = list.at(names).silent();
        option.row_key = {};
    }
}

bool has_controls(const Files& files) { return !files.controls.empty() || !files.populationsim.empty(); }

namespace {

// What was measured, and what of it goes into a report.
struct Measured {
    const ReadFiles& read;
    const Fit& fit;
    std::optional<Verdict> verdict = {};
    std::vector<CertifiedFile> rows = {};
};

const std::string& name_of(const Check& check) {
    return check.certificate.empty() ? check.rows : check.certificate;
}

Report make_report(const Check& check, const Measured& found) {
    const Input& input = found.read.input;
    Report report;
    report.add("format", "", "drover.check_households/1");
    report.add("rows_file", "", check.rows);
    report.add("certificate", "", check.certificate);
    add_result(report, input, found.fit);
    add_result(report, found.verdict);
    report.add("notes", "", input.notes);
    for (const std::string& note : input.notes) report.add("note", "note", note);
    return report;
}

std::string page_text(const Check& check, const Measured& found) {
    Page page{.title = "drover check: " + name_of(check), .notes = found.read.input.notes};
    if (found.verdict)
        page.notes.emplace_back(found.verdict->holds() ? "The certificate holds."
                                                       : "The certificate does not hold.");
    for (const CertifiedFile& file : found.rows) page.digests.emplace_back(file.file, file.sha256);
    for (const CertifiedFile& file : found.read.files) page.digests.emplace_back(file.file, file.sha256);
    return to_html(found.read.input, found.fit, page);
}

void check_uses(const Check& check, const Files& given, std::vector<FileUse> rows) {
    FileUses uses{.inputs = std::move(rows), .outputs = {}, .input_folders = {}};
    for (const FileUse& input : input_files(given)) uses.inputs.push_back(input);
    for (const auto& [option, file] :
         {std::pair{"-o", check.common.output}, {"--report", check.report}, {"--cells", check.cells}})
        if (!file.empty()) uses.outputs.push_back({option, file});
    check_file_uses(uses);
}

void write_findings(const Check& check, const Measured& found, Streams& streams) {
    if (!check.report.empty()) {
        write_output(check.report, streams.out, [&](std::ostream& out) { out << page_text(check, found); });
    }
    if (!check.cells.empty()) {
        write_output(check.cells, streams.out,
                     [&](std::ostream& out) { write_controls_summary(out, found.read.input, found.fit); });
    }
    write_result(check.common, streams, make_report(check, found), [&](std::ostream& out) {
        if (found.verdict) {
            write_text(out, *found.verdict,
                       counted(static_cast<std::size_t>(found.fit.households), "household") + ", " +
                           counted(static_cast<std::size_t>(found.fit.persons), "person") + ", " +
                           counted(found.fit.controls.size(), "control"));
            return;
        }
        write_control_table(out, found.read.input, found.fit);
        out << '\n';
        write_text(out, make_report(check, found));
    });
}

// Of rows: as the inputs are written, else with commas, as drover populate writes.
CsvOptions csv_of(const std::string& rows, const Check& check) {
    const CsvOptions csv = csv_options(check.files.separator);
    return rows.substr(0, rows.find('\n')).find(csv.separator) == std::string::npos ? CsvOptions{} : csv;
}

// Of the inputs, in the order of the certificate, which is that of its options.
std::vector<std::string> digests_of(const std::vector<CertifiedFile>& files,
                                    const populate::Certificate& recorded, const std::string& place) {
    const auto kinds = [](const std::vector<CertifiedFile>& some) {
        std::string text;
        for (const CertifiedFile& file : some) text += (text.empty() ? "" : ", ") + file.option;
        return text;
    };
    check_input(kinds(files) == kinds(recorded.inputs), [&] {
        return place + ": inputs: expected, as its options say, files of " + kinds(files) + ", got " +
               kinds(recorded.inputs);
    });
    std::vector<std::string> digests;
    for (const CertifiedFile& file : files) digests.push_back(file.sha256);
    return digests;
}

// Where the inputs lie now: as the command line says, else where the certificate does, else beside it.
Files located_files(const Check& check, Files recorded) {
    Files others = check.files;
    const auto take = [&](std::string& file, std::string& given) {
        file = given.empty() ? synth::located(file, check.certificate) : given;
        given.clear();
    };
    take(recorded.households, others.households);
    take(recorded.persons, others.persons);
    take(recorded.geography, others.geography);
    take(recorded.controls, others.controls);
    take(recorded.populationsim, others.populationsim);
    for (std::string& total : recorded.totals) {
        const auto [level, file] = name_and_rest("--totals", total, "LEVEL=FILE");
        total = level + "=" + synth::located(file, check.certificate);
    }
    if (!others.totals.empty()) recorded.totals = std::exchange(others.totals, {});
    check_input(row_texts(others) == row_texts(Files{}), [&] {
        return check.certificate +
               ": expected beside it no options but those that name input files, got others";
    });
    return recorded;
}

}  // namespace

ExitCode check_households(const Check& check, Streams& streams) {
    const ReadFiles read = read_files(check.files, 0);
    check_uses(check, read.given, {{"ROWS", check.rows}});
    const std::string text = read_file(check.rows);
    const NamedText rows{text, check.rows == "-" ? "standard input" : check.rows};
    const Fit fit = measure(read.input, read_placed(rows, read.input, check.result_id, csv_of(text, check)));
    write_findings(check, {.read = read, .fit = fit, .rows = {{check.rows, sha256(text)}}}, streams);
    return ExitCode::ok;
}

ExitCode verify_certificate(const Check& check, const std::string& text, Streams& streams) {
    const populate::Certificate recorded = populate::parse_certificate(text, check.certificate);
    Command asked;
    take_row_texts(asked, recorded.options, check.certificate);
    const ReadFiles read = read_files(located_files(check, asked.files), asked.common.seed);
    PinnedFiles files;
    std::vector<std::string> texts;
    std::vector<FileUse> uses{{"--cert", check.certificate}};
    const std::filesystem::path folder = std::filesystem::path{check.certificate}.parent_path();
    for (const CertifiedFile& file : recorded.files) {
        uses.push_back({"--cert", (folder / file.file).string()});
        synth::check_ordinary(uses.back().path, check.certificate);
    }
    check_uses(check, read.given, uses);
    for (const CertifiedFile& file : recorded.files)
        texts.push_back(files.read((folder / file.file).string(), "result"));
    std::vector<NamedText> named;
    for (std::size_t k = 0; k < texts.size(); ++k) named.push_back({texts[k], files.files()[k].file});
    const std::vector<std::string> digests = digests_of(read.files, recorded, check.certificate);
    Verification found = verify(recorded, read.input, digests, named);
    Verdict verdict{.differences = std::move(found.differences), .accepted_files = files.files()};
    verdict.accepted_files.insert(verdict.accepted_files.end(), read.files.begin(), read.files.end());
    for (const auto& option : recorded.options)
        if (!option.second.empty()) verdict.accepted_options.push_back(option);
    const bool holds = verdict.holds();
    write_findings(check, {read, found.fit, std::move(verdict), files.files()}, streams);
    return holds ? ExitCode::ok : ExitCode::input;
}

}  // namespace drover::cli::populate
