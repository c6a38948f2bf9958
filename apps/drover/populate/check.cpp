#include <filesystem>
#include <ostream>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>
#include <drover/files/file.hpp>
#include <drover/populate/certificate.hpp>
#include <drover/populate/csv.hpp>

#include "../cli/inputs.hpp"
#include "check.hpp"
#include "files.hpp"
#include "output.hpp"

namespace drover::cli::populate {

namespace {

// Options of a check of households for zones, of any origin, against controls.
struct Check {
    CommonOptions common;
    std::string rows;
    Files files;
    std::string result_id;    ///< column of the sample's numbers there; empty: as in the sample
    std::string report;       ///< HTML file
    std::string cells;        ///< CSV file: every unit and control
    std::string certificate;  ///< to verify
};

// What was measured, for the report.
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
    report.add("format", "", "drover.check_population/1");
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

// The separator of rows: that of the inputs, or a comma, as drover populate writes.
CsvOptions csv_of(const std::string& rows, const Check& check) {
    const CsvOptions csv = csv_options(check.files.separator);
    return rows.substr(0, rows.find('\n')).find(csv.separator) == std::string::npos ? CsvOptions{} : csv;
}

// Where the inputs lie now: as the command line says, else where the certificate does, else beside it.
Files located_files(const Check& check, Files recorded) {
    Files others = check.files;
    const auto take = [&](std::string& file, std::string& given) {
        file = given.empty() ? located(file, check.certificate) : given;
        given.clear();
    };
    take(recorded.households, others.households);
    take(recorded.persons, others.persons);
    take(recorded.geography, others.geography);
    take(recorded.controls, others.controls);
    take(recorded.populationsim, others.populationsim);
    for (std::string& total : recorded.totals) {
        const auto [level, file] = name_and_rest("--totals", total, "LEVEL=FILE");
        total = level + "=" + located(file, check.certificate);
    }
    if (!others.totals.empty()) recorded.totals = std::exchange(others.totals, {});
    check_input(row_texts(others) == row_texts(Files{}), [&] {
        return check.certificate +
               ": expected beside it no options but those that name input files, got others";
    });
    return recorded;
}

ExitCode check_households(const Check& check, Streams& streams) {
    const ReadFiles read = read_files(check.files, 0);
    check_uses(check, read.given, {{"ROWS", check.rows}});
    const std::string text = read_file(check.rows);
    const NamedText rows{text, check.rows == "-" ? "standard input" : check.rows};
    const Fit fit = measure(read.input, read_placed(rows, read.input, check.result_id, csv_of(text, check)));
    write_findings(check, {.read = read, .fit = fit, .rows = {{check.rows, sha256(text)}}}, streams);
    return ExitCode::ok;
}

// Its files beside it are read again and counted, against inputs at their recorded paths, beside it, or as
// the command line says.
ExitCode verify_certificate(const Check& check, const Certificate& recorded, Streams& streams) {
    check_certificate(recorded, check.certificate);
    Command asked;
    take_row_texts(asked, recorded.options, check.certificate);
    const ReadFiles read = read_files(located_files(check, asked.files), asked.common.seed);
    std::vector<FileUse> uses{{"--cert", check.certificate}};
    const std::filesystem::path folder = std::filesystem::path{check.certificate}.parent_path();
    for (const CertifiedFile& file : recorded.outputs) {
        uses.push_back({"--cert", (folder / file.file).string()});
        check_ordinary(uses.back().path, check.certificate);
    }
    check_uses(check, read.given, uses);
    std::vector<std::string> texts;
    for (std::size_t k = 1; k < uses.size(); ++k) texts.push_back(read_file(uses[k].path));
    std::vector<NamedText> named;
    for (std::size_t k = 0; k < texts.size(); ++k) named.push_back({texts[k], uses[k + 1].path});
    const Verification found = verify(recorded, read.input, read.files, named);
    const std::vector<CertifiedFile>& files = found.verdict.accepted_files;
    write_findings(check,
                   {read,
                    found.fit,
                    found.verdict,
                    {files.begin(), files.begin() + static_cast<std::ptrdiff_t>(texts.size())}},
                   streams);
    return found.verdict.holds() ? ExitCode::ok : ExitCode::input;
}

class PopulationCheckKind final : public CheckKind {
  public:
    void describe(OptionList& list) override {
        const std::size_t first = list.options().size();
        describe_sample(list, files_);
        list.text("--result-id", result_id_,
                  "Column of ROWS with the sample's numbers of households [default: as in the sample]")
            .typed("COLUMN");
        // A check makes no rows, and other checks do not have these options.
        for (std::size_t k = first; k < list.options().size(); ++k) {
            const std::string names = list.options()[k].names;
            Option& option = list.at(names).silent();
            option.row_key = {};
        }
        list.note(
            "With --controls (or --populationsim) ROWS are households for zones, by their number in a\n"
            "sample: files of drover populate, or PopulationSim's final_expanded_household_ids.csv. "
            "--weight\n"
            "and --total are then those of populate.");
    }

    bool is_asked() const override { return !files_.controls.empty() || !files_.populationsim.empty(); }

    std::string product() const override { return "populate"; }

    void refuse_options(const std::string& certificate) const override {
        check_input(row_texts(files_) == row_texts(Files{}), [&] {
            return certificate +
                   ": expected no options of households beside it: it is one of tables; got one of them";
        });
    }

    ExitCode check(const CheckRequest& request, Streams& streams) const override {
        check_input(request.certificate.empty(), [&] {
            return request.certificate + ": expected a certificate of drover populate, got another";
        });
        check_others(request, "--controls: expected no tables and no --against");
        return check_households(of(request), streams);
    }

    ExitCode verify(const CheckRequest& request, const Certificate& certificate,
                    Streams& streams) const override {
        check_input(request.rows.empty(), [&] {
            return request.certificate + ": expected no ROWS beside it: its files lie where it does; got " +
                   quoted(request.rows);
        });
        check_others(request, request.certificate + ": expected no tables and no --against");
        return verify_certificate(of(request), certificate, streams);
    }

  private:
    // What a check of households does not have.
    static void check_others(const CheckRequest& request, const std::string& expected) {
        check_input(!request.has_tables, [&] { return expected + " beside it, got one of them"; });
    }

    Check of(const CheckRequest& request) const {
        Check check{request.common, request.rows,       files_, result_id_, request.report,
                    request.cells,  request.certificate};
        check.files.weight = request.weight;
        check.files.total = request.total;
        check.files.separator = request.separator;
        return check;
    }

    Files files_;
    std::string result_id_;
};

}  // namespace

std::unique_ptr<CheckKind> population_check_kind() { return std::make_unique<PopulationCheckKind>(); }

}  // namespace drover::cli::populate
