#include <chrono>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/report/html_report.hpp>

#include "certificate_check.hpp"
#include "cmd_check.hpp"

namespace drover::cli {
namespace {

constexpr std::size_t most_differences_listed = 20;

// All that a check has found.
struct Findings {
    Reference reference;
    RowFacts facts;
    std::optional<Certificate> certificate;
    std::vector<std::string> differences;
    double seconds = 0;
};

void check_files(const CheckOptions& options) {
    check_input(options.against != "-",
                [] { return std::string{"--against: expected a file, got - (standard input)"}; });
    check_input(options.report.empty() || options.report != options.common.output, [&] {
        return "--report and -o: expected two files, got " + quoted(options.report) + " twice";
    });
    check_input(options.reference.max_cells >= 1, [&] {
        return "--max-cells: expected at least 1, got " + std::to_string(options.reference.max_cells);
    });
}

// What the command line leaves open is what the certificate says.
CheckOptions completed(const CheckOptions& options, const Certificate& certificate) {
    CheckOptions complete = options;
    const std::string& path = options.certificate;
    take_option_texts(complete.reference, certificate.options, path);
    TableInput& tables = complete.reference.tables;
    if (complete.rows.empty()) complete.rows = locate(certificate.rows.file, path);
    if (!tables.schema.empty()) tables.schema = locate(tables.schema, path);
    if (!tables.files.empty()) {
        tables.files = in_certified_order(tables.files, certificate, path);
    } else {
        for (const CertifiedFile& input : certificate.inputs)
            tables.files.push_back(locate(input.file, path));
    }
    check_input(!tables.files.empty(),
                [&] { return path + ": inputs: expected at least one file, got none"; });
    return complete;
}

Findings find(const CheckOptions& options, std::optional<Certificate> certificate) {
    const auto start = std::chrono::steady_clock::now();
    Findings found{.reference = read_reference(options.reference), .certificate = std::move(certificate)};
    const CsvOptions csv{.separator = separator_of(options.reference.tables)};
    found.facts = measure_rows(options.rows, found.reference, options.against, csv);
    if (found.facts.stopped) return found;
    if (found.certificate) {
        found.differences = differences(
            *found.certificate,
            recomputed(*found.certificate, options.reference.tables.files, found.reference, found.facts));
    }
    found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return found;
}

void add_options(Report& report, const CheckOptions& options) {
    report.add("format", "", "drover.check/1");
    report.add("rows_file", "", options.rows);
    add_reference_entries(report, options.reference);
    report.add("against", "", options.against);
    report.add("report", "", options.report);
    report.add("certificate", "", options.certificate);
    add_common_entries(report, options.common);
}

Report make_report(const CheckOptions& options, const Findings& found) {
    const RowFacts& facts = found.facts;
    Report report;
    add_options(report, options);
    add_result(report, facts.fit);
    report.add("share_in_data", facts.share_in_data ? "share found in the data" : "",
               facts.share_in_data ? ReportValue{*facts.share_in_data} : ReportValue{});
    report.add("tables_left_out", found.reference.left_out > 0 ? "tables left out" : "",
               found.reference.left_out);
    report.add("unit", "", found.reference.targets.moments.total);
    report.add("exact", "", found.reference.targets.exact);
    report.add("rounding", found.reference.targets.exact ? "" : "shares rounded by at most",
               found.reference.targets.rounding);
    report.add("digest", "digest", facts.digest);
    report.add("certificate_holds", "",
               found.certificate ? ReportValue{found.differences.empty()} : ReportValue{});
    report.add("differences", "", found.differences);
    report.add("seconds", "", found.seconds);
    return report;
}

std::vector<std::string> notes(const Findings& found) {
    std::vector<std::string> texts;
    const RowFacts& facts = found.facts;
    if (facts.fit.unknown_value_rows > 0) {
        texts.push_back(
            "Rows with a value that the tables do not know: " + std::to_string(facts.fit.unknown_value_rows) +
            "; the first is in " + facts.fit.first_unknown_value + ".");
    }
    if (found.reference.left_out > 0)
        texts.push_back("Tables left out for their size: " + std::to_string(found.reference.left_out) + ".");
    if (!found.reference.targets.exact) {
        texts.push_back("The tables have different totals; shares were rounded by at most " +
                        rounded(found.reference.targets.rounding, 3) + ".");
    }
    if (found.certificate)
        texts.emplace_back(found.differences.empty() ? "The certificate holds."
                                                     : "The certificate does not hold.");
    return texts;
}

NamedTexts shown_options(const CheckOptions& options) {
    NamedTexts texts;
    for (const auto& [name, text] : option_texts(options.reference))
        if (!text.empty()) texts.emplace_back(name, text);
    if (!options.against.empty()) texts.emplace_back("against", options.against);
    return texts;
}

HtmlReport make_page(const CheckOptions& options, const Findings& found) {
    HtmlReport page;
    page.title = "drover check: " + options.rows;
    page.fit = found.facts.fit;
    page.share_in_data = found.facts.share_in_data;
    page.notes = notes(found);
    page.options = shown_options(options);
    page.digests = {{options.rows, found.facts.digest}};
    for (const std::string& file : options.reference.tables.files)
        page.digests.emplace_back(file, file_digest(file));
    return page;
}

// "1 row", "2 rows"
std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

void write_verdict(std::ostream& out, const Findings& found) {
    const std::size_t count = found.differences.size();
    if (count == 0) {
        out << "certificate holds: " << counted(static_cast<std::size_t>(found.facts.fit.rows), "row") << ", "
            << counted(found.facts.fit.tables.size(), "table") << '\n';
        return;
    }
    out << "certificate does not hold:\n";
    for (std::size_t k = 0; k < std::min(count, most_differences_listed); ++k)
        out << "  " << found.differences[k] << '\n';
    if (count > most_differences_listed) out << "  and " << count - most_differences_listed << " more\n";
}

void write_findings(std::ostream& out, const CheckOptions& options, const Findings& found) {
    const Report report = make_report(options, found);
    if (options.common.json) return write_json(out, report);
    if (found.certificate) return write_verdict(out, found);
    write_text(out, report);
    out << '\n';
    write_worst_tables(out, found.facts.fit);
}

// The page appears only once the rest is written.
void write_all(const CheckOptions& options, const Findings& found, Streams& streams) {
    const auto write_rest = [&] {
        write_output(options.common.output, streams.out,
                     [&](std::ostream& out) { write_findings(out, options, found); });
    };
    if (options.report.empty()) return write_rest();
    write_output(options.report, streams.out, [&](std::ostream& out) {
        write_html(out, make_page(options, found));
        write_rest();
    });
}

}  // namespace

void add_check(CLI::App& app, CheckOptions& options) {
    CLI::App& command = add_command(
        app, "check", "Measure rows of any origin against tables",
        "ROWS is a CSV file with a header; columns that the tables do not have are passed over. TABLES are "
        "files of\n"
        "counts (a column a variable, and count or p), or one microdata file, whose tables are then "
        "measured.\n"
        "Total variation is half the sum of the differences in shares. Impossible rows fall into a cell with "
        "the\n"
        "count 0, or have a value that the tables do not know.\n"
        "With --cert and nothing else, the files that the certificate names are looked for at their recorded "
        "path and\n"
        "beside it.\n\n"
        "Example: drover check rows.csv tables/*.csv --report report.html");
    add_option(command, "ROWS", options.rows, "Rows to be checked; - is standard input").check(file_name());
    add_option(command, "TABLES", options.reference.tables.files, "Tables of counts, or one microdata file")
        .check(file_name())
        .type_name("FILE");
    add_option(command, "--against", options.against,
               "Microdata: the share of rows that are equal to one of its rows is found")
        .check(file_name())
        .type_name("FILE");
    add_option(command, "--report", options.report, "File for a report as an HTML page")
        .check(file_name())
        .type_name("FILE");
    add_option(command, "--cert", options.certificate, "Certificate to be verified")
        .check(file_name())
        .type_name("FILE");
    add_reference_options(command, options.reference);
    add_common_options(command, options.common);
    check_arguments(command, [&options] {
        if (!options.certificate.empty()) return "";
        if (options.rows.empty()) return "ROWS";
        return options.reference.tables.files.empty() ? "TABLES" : "";
    });
}

ExitCode run_check(const CheckOptions& options, Streams& streams) {
    check_files(options);
    std::optional<Certificate> certificate;
    CheckOptions complete = options;
    if (!options.certificate.empty()) {
        certificate = read_certificate(options.certificate);
        complete = completed(options, *certificate);
    }
    const Findings found = find(complete, std::move(certificate));
    if (found.facts.stopped) return ExitCode::interrupted;
    write_all(complete, found, streams);
    return found.differences.empty() ? ExitCode::ok : ExitCode::input;
}

}  // namespace drover::cli
