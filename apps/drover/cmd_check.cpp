#include <chrono>
#include <sstream>

#include <drover/core/check.hpp>
#include <drover/data/file.hpp>
#include <drover/synth/certificate.hpp>

#include "certified_files.hpp"
#include "command.hpp"
#include "populate/check_population.hpp"
#include "reference.hpp"
#include "terminal.hpp"

namespace drover::cli {
namespace {

struct CheckOptions {
    CommonOptions common;
    std::string rows;
    ReferenceOptions reference;
    std::string against;      ///< microdata file
    std::string report;       ///< HTML file
    std::string cells;        ///< CSV file
    std::string certificate;  ///< file
    PopulationFiles population;
    std::string result_id;
};

void describe(OptionList& list, CheckOptions& options) {
    list.file("ROWS", options.rows, "Rows to be checked; - is standard input").keyed("rows_file");
    list.files("TABLES", options.reference.tables.files, "Tables of counts, or one microdata file")
        .typed("FILE")
        .keyed("files");
    list.file("--against", options.against,
              "Microdata: the share of rows that are equal to one of its rows is found")
        .echoed_before("threads");
    list.file("--report", options.report, "File for a report as an HTML page").echoed_before("threads");
    list.file("--cells", options.cells, "File for every cell: table, cell, asked, got, difference")
        .echoed_before("threads");
    list.file("--cert", options.certificate, "Certificate to be verified")
        .keyed("certificate")
        .echoed_before("threads");
    describe(list, options.reference);
    describe_population(list, options.population, options.result_id);
    describe(list, options.common);
    list.require([&options] {
        if (!options.certificate.empty()) return std::string{};
        if (options.rows.empty()) return std::string{"ROWS"};
        if (is_population(options.population)) return std::string{};
        return options.reference.tables.files.empty() ? std::string{"TABLES"} : std::string{};
    });
}

// With those that only a certificate can say.
OptionList certified_options(ReferenceOptions& reference) {
    OptionList list;
    describe(list, reference);
    describe_trust(list, reference);
    describe_by(list, reference);
    return list;
}

void check_files(const CheckOptions& options) {
    check_input(options.against != "-",
                [] { return std::string{"--against: expected a file, got - (standard input)"}; });
    check_input(options.report.empty() || options.report != options.common.output, [&] {
        return "--report and -o: expected two files, got " + quoted(options.report) + " twice";
    });
    for (const std::string& other : {options.common.output, options.report, options.rows}) {
        check_input(options.cells.empty() || options.cells != other,
                    [&] { return "--cells: expected a file of its own, got " + quoted(options.cells); });
    }
    check_input(options.against.empty() || !options.reference.safe_spreadsheet, [] {
        return std::string{"--safe-spreadsheet and --against: expected one of them, got both"};
    });
    check_input(options.reference.max_cells >= 1, [&] {
        return "--max-cells: expected at least 1, got " + std::to_string(options.reference.max_cells);
    });
}

// What the command line leaves open is what the certificate says.
CheckOptions completed(const CheckOptions& options, const Certificate& certificate) {
    CheckOptions complete = options;
    const std::string& path = options.certificate;
    certified_options(complete.reference).take_row_texts(certificate.options, path);
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

// All that a check has found.
struct Findings {
    std::vector<CertifiedFile> tables;
    CheckResult result;
    double seconds = 0;
};

Findings find(const CheckOptions& options, const std::optional<Certificate>& certificate) {
    const auto start = std::chrono::steady_clock::now();
    ReferenceTables reference = read_reference(options.reference, ReferenceUse::check);
    StopFlag stop;
    drover::CheckOptions check_options{.csv = csv_options(options.reference.tables.separator),
                                       .targets = target_options(options.reference),
                                       .control = {.stop = &stop, .progress = [&](std::int64_t) {
                                                       if (interrupted()) stop.request_stop();
                                                   }}};
    if (!options.reference.where.empty())
        check_options.where = values_of("--where", options.reference.where, options.reference);
    check_options.cells = !options.cells.empty();
    const std::string name = options.rows == "-" ? "standard input" : options.rows;
    const TableText rows{name, read_file(options.rows)};
    if (!options.against.empty()) check_options.against = {options.against, read_file(options.against)};
    Findings found{std::move(reference.files), check(rows, reference.tables, check_options)};
    if (certificate && !found.result.stopped) {
        std::vector<std::string> digests;
        for (const CertifiedFile& file : found.tables) digests.push_back(file.sha256);
        found.result.differences = differences(*certificate, digests, found.result);
    }
    found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return found;
}

std::string report_text(const CheckOptions& options, const Findings& found) {
    if (!options.common.json) return to_text(found.result);
    Report report;
    report.add("format", "", "drover.check/1");
    echo(report, options);
    add_result(report, found.result);
    report.add("seconds", "", found.seconds);
    std::ostringstream text;
    write_json(text, report);
    return std::move(text).str();
}

NamedTexts shown_options(const CheckOptions& options) {
    NamedTexts texts;
    ReferenceOptions reference = options.reference;
    for (const auto& [name, text] : certified_options(reference).row_texts())
        if (!text.empty()) texts.emplace_back(name, text);
    if (!options.against.empty()) texts.emplace_back("against", options.against);
    return texts;
}

std::string page_text(const CheckOptions& options, const Findings& found) {
    HtmlReport page = page_of(found.result);
    page.title = "drover check: " + options.rows;
    page.options = shown_options(options);
    page.digests = {{options.rows, found.result.digest}};
    for (const CertifiedFile& file : found.tables) page.digests.emplace_back(file.file, file.sha256);
    return to_html(page);
}

// Cells and page appear only once the rest is written.
void write_all(const CheckOptions& options, const Findings& found, Streams& streams) {
    const auto write_report = [&] {
        write_output(options.common.output, streams.out,
                     [&](std::ostream& out) { out << report_text(options, found); });
    };
    const auto write_rest = [&] {
        if (options.cells.empty()) return write_report();
        write_output(options.cells, streams.out, [&](std::ostream& out) {
            out << found.result.cells;
            write_report();
        });
    };
    if (options.report.empty()) return write_rest();
    write_output(options.report, streams.out, [&](std::ostream& out) {
        out << page_text(options, found);
        write_rest();
    });
}

PopulationCheck population_check(const CheckOptions& options) {
    check_input(
        options.reference.tables.files.empty() && options.certificate.empty() && options.against.empty(), [] {
            return std::string{
                "--controls: expected no tables, --against and --cert beside it, got one of them"};
        });
    PopulationCheck check{options.common,    options.rows,   options.population,
                          options.result_id, options.report, options.cells};
    check.files.weight = options.reference.weight;
    check.files.total = options.reference.total;
    check.files.separator = options.reference.tables.separator;
    return check;
}

ExitCode run_check(const CheckOptions& options, Streams& streams) {
    check_files(options);
    if (is_population(options.population)) return check_population(population_check(options), streams);
    std::optional<Certificate> certificate;
    CheckOptions complete = options;
    if (!options.certificate.empty()) {
        certificate = parse_certificate(read_file(options.certificate), options.certificate);
        complete = completed(options, *certificate);
    }
    const Findings found = find(complete, certificate);
    if (found.result.stopped) return ExitCode::interrupted;
    write_all(complete, found, streams);
    return found.result.differences.value_or(std::vector<std::string>{}).empty() ? ExitCode::ok
                                                                                 : ExitCode::input;
}

const Command command{
    {.name = "check",
     .rank = 30,
     .summary = "Measure rows of any origin against tables",
     .footer =
         "ROWS is a CSV file with a header; columns that the tables do not have are passed over. TABLES are "
         "files of\n"
         "counts (a column a variable, and count or p), or one microdata file, whose tables are then "
         "measured.\n"
         "Total variation is half the sum of the differences in shares. Impossible rows fall into a cell "
         "with "
         "the\n"
         "count 0, or have a value that the tables do not know.\n"
         "With --cert and nothing else, the files that the certificate names are looked for at their "
         "recorded "
         "path and\n"
         "beside it.\n\n"
         "With --controls (or --populationsim) ROWS are households for zones, by their number in a sample: "
         "files of "
         "drover\n"
         "populate, or PopulationSim's final_expanded_household_ids.csv. --weight and --total are then those "
         "of "
         "populate.\n\n"
         "Example: drover check rows.csv tables/*.csv --report report.html"},
    task<run_check>};

}  // namespace
}  // namespace drover::cli
