#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>
#include <drover/data/file.hpp>
#include <drover/synth/population_csv.hpp>

#include "../table_options.hpp"
#include "check_population.hpp"

namespace drover::cli {

void describe_population(OptionList& list, PopulationFiles& files, std::string& result_id) {
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

bool is_population(const PopulationFiles& files) {
    return !files.controls.empty() || !files.populationsim.empty();
}

namespace {

Report make_report(const PopulationCheck& check, const PopulationInput& input, const PopulationFit& fit) {
    Report report;
    report.add("format", "", "drover.check_population/1");
    report.add("rows_file", "", check.rows);
    add_result(report, input, fit);
    report.add("notes", "", input.notes);
    for (const std::string& note : input.notes) report.add("note", "note", note);
    return report;
}

std::string page_text(const PopulationCheck& check, const ReadPopulation& read, const PopulationFit& fit,
                      const std::string& digest) {
    PopulationPage page{.title = "drover check: " + check.rows, .notes = read.input.notes};
    page.digests = {{check.rows, digest}};
    for (const CertifiedFile& file : read.files) page.digests.emplace_back(file.file, file.sha256);
    return to_html(read.input, fit, page);
}

}  // namespace

ExitCode check_population(const PopulationCheck& check, Streams& streams) {
    const ReadPopulation read = read_population_files(check.files, 0);
    FileUses uses{.inputs = {{"ROWS", check.rows}}, .outputs = {}, .input_folders = {}};
    for (const std::string& input : input_files(read.given)) uses.inputs.push_back({"input", input});
    for (const auto& [option, file] :
         {std::pair{"-o", check.common.output}, {"--report", check.report}, {"--cells", check.cells}})
        if (!file.empty()) uses.outputs.push_back({option, file});
    check_file_uses(uses);
    const std::string text = read_file(check.rows);
    const NamedText rows{text, check.rows == "-" ? "standard input" : check.rows};
    const PopulationFit fit = measure(
        read.input, read_placed(rows, read.input, check.result_id, csv_options(check.files.separator)));
    if (!check.report.empty()) {
        write_output(check.report, streams.out,
                     [&](std::ostream& out) { out << page_text(check, read, fit, sha256(text)); });
    }
    if (!check.cells.empty()) {
        write_output(check.cells, streams.out,
                     [&](std::ostream& out) { write_controls_summary(out, read.input, fit); });
    }
    write_result(check.common, streams, make_report(check, read.input, fit), [&](std::ostream& out) {
        write_control_table(out, read.input, fit);
        out << '\n';
        write_text(out, make_report(check, read.input, fit));
    });
    return ExitCode::ok;
}

}  // namespace drover::cli
