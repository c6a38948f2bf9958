#include <algorithm>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/message_text.hpp>
#include <drover/core/number_text.hpp>
#include <drover/report/verdict.hpp>

namespace drover {
namespace {

constexpr std::size_t most_differences_listed = 20;

// What a verdict is based on: the files and options that were accepted.
void write_accepted(std::ostream& out, const Verdict& verdict) {
    if (verdict.accepted_files.empty()) return;
    TextTable files{{"accepted", "file", "sha256"}, {0, 1, 2}};
    for (const CertifiedFile& file : verdict.accepted_files)
        files.add({role_of(file), file.file, file.sha256});
    out << '\n';
    files.write(out);
    std::string options;
    for (const auto& [name, text] : verdict.accepted_options)
        options += (options.empty() ? "" : ", ") + shown_text(name) + ' ' + quoted(shown_text(text));
    if (!options.empty()) out << "options: " << options << '\n';
}

// The same for programs.
std::vector<Report> accepted_files(const Verdict& verdict) {
    std::vector<Report> files;
    for (const CertifiedFile& file : verdict.accepted_files) {
        files.emplace_back().add("option", "", role_of(file));
        files.back().add("file", "", file.file);
        files.back().add("sha256", "", file.sha256);
    }
    return files;
}

std::vector<Report> accepted_options(const Verdict& verdict) {
    std::vector<Report> options;
    for (const auto& [name, text] : verdict.accepted_options) {
        options.emplace_back().add("option", "", name);
        options.back().add("value", "", text);
    }
    return options;
}

}  // namespace

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

Verdict judge(const Certificate& recorded, const Certificate& found, std::vector<CertifiedFile> files) {
    Verdict verdict{.differences = differences(recorded, found), .accepted_files = std::move(files)};
    for (const auto& option : recorded.options)
        if (!option.second.empty()) verdict.accepted_options.push_back(option);
    return verdict;
}

void write_text(std::ostream& out, const Verdict& verdict, const std::string& about) {
    const std::size_t count = verdict.differences.size();
    out << (verdict.holds() ? "certificate holds: " + about : "certificate does not hold:") << '\n';
    for (std::size_t k = 0; k < std::min(count, most_differences_listed); ++k)
        out << "  " << message_text(verdict.differences[k]) << '\n';
    if (count > most_differences_listed) out << "  and " << count - most_differences_listed << " more\n";
    write_accepted(out, verdict);
}

void add_result(Report& report, const std::optional<Verdict>& verdict) {
    report.add("certificate_holds", "", verdict ? ReportValue{verdict->holds()} : ReportValue{});
    const Verdict found = verdict.value_or(Verdict{});
    report.add("differences", "", found.differences);
    report.add("accepted_files", "", accepted_files(found));
    report.add("accepted_options", "", accepted_options(found));
}

}  // namespace drover
