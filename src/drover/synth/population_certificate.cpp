#include <sstream>

#include <drover/synth/population_certificate.hpp>
#include <drover/version.hpp>

namespace drover {
namespace {

std::vector<Report> file_reports(const std::vector<CertifiedFile>& files) {
    std::vector<Report> reports;
    for (const CertifiedFile& file : files) {
        Report& report = reports.emplace_back();
        report.add("file", "", file.file);
        report.add("sha256", "", file.sha256);
    }
    return reports;
}

std::vector<Report> option_reports(const NamedTexts& options) {
    std::vector<Report> reports;
    for (const auto& [name, text] : options) {
        Report& report = reports.emplace_back();
        report.add("option", "", name);
        report.add("value", "", text);
    }
    return reports;
}

std::vector<Report> control_reports(const PopulationInput& input, const PopulationFit& fit) {
    std::vector<Report> reports;
    for (std::size_t c = 0; c < input.controls.size(); ++c) {
        Report& report = reports.emplace_back();
        report.add("control", "", input.controls[c].name);
        report.add("level", "", input.levels[input.controls[c].level].level);
        report.add("asked", "", count_text(fit.controls[c].asked));
        report.add("got", "", count_text(fit.controls[c].got));
        report.add("absolute_error", "", count_text(fit.controls[c].error));
        report.add("worst", "", count_text(fit.controls[c].worst));
    }
    return reports;
}

}  // namespace

std::string population_certificate(const PopulationInput& input, const Population& made,
                                   const PopulationFilesUsed& files) {
    Report report;
    report.add("format", "", "drover.population/1");
    report.add("version", "", std::string{version});
    report.add("inputs", "", file_reports(files.inputs));
    report.add("options", "", option_reports(files.options));
    report.add("files", "", file_reports(files.written));
    report.add("households", "", made.fit.households);
    report.add("persons", "", made.fit.persons);
    report.add("controls", "", control_reports(input, made.fit));
    std::ostringstream text;
    write_json(text, report);
    return std::move(text).str();
}

}  // namespace drover
