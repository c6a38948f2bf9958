#include <chrono>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/files/file.hpp>
#include <drover/synth/certificate.hpp>

#include "../cli/check_kind.hpp"
#include "../cli/hold_interrupts.hpp"
#include "../cli/inputs.hpp"
#include "../cli/memory.hpp"
#include "../cli/output.hpp"
#include "../cli/terminal.hpp"
#include "commands.hpp"
#include "files.hpp"
#include "reference.hpp"

namespace drover::cli::synth {

using namespace drover::synth;
namespace {

struct CheckCommandLine {
    CommonOptions common;
    std::string rows;
    ReferenceOptions reference;
    std::string against;                            ///< microdata file
    std::string report;                             ///< HTML file
    std::string cells;                              ///< CSV file
    std::string certificate;                        ///< file
    std::vector<std::shared_ptr<CheckKind>> kinds;  ///< what can be checked besides rows
};

// What only a certificate says, and the files of its options that are not read here: they must be the same.
struct Certified {
    Certificate certificate;
    Zeros zeros = Zeros::automatic;
    std::vector<std::string> forbid;
    std::string like;
    std::string complete;
};

// The kind that the options ask for; none: rows.
const CheckKind* asked_kind(const CheckCommandLine& options) {
    for (const auto& kind : options.kinds)
        if (kind->is_asked()) return kind.get();
    return nullptr;
}

void describe(OptionList& list, CheckCommandLine& options) {
    list.file("ROWS", options.rows, "Rows to be checked; - is standard input").keyed("rows_file");
    list.files("TABLES", options.reference.tables.files, "Tables of counts, or one microdata file")
        .typed("FILE")
        .keyed("files");
    list.file("--against", options.against,
              "Microdata: measure the share of rows that are equal to one of its rows")
        .echoed_before("threads");
    list.file("--report", options.report, "File for a report as an HTML page")
        .written()
        .echoed_before("threads");
    list.file("--cells", options.cells, "File for every cell: table, cell, asked, got, difference")
        .written()
        .echoed_before("threads");
    list.file("--cert", options.certificate, "Certificate to be verified")
        .keyed("certificate")
        .echoed_before("threads");
    describe(list, options.reference);
    for (const auto& kind : options.kinds) kind->describe(list);
    describe(list, options.common);
    list.require([&options] {
        if (!options.certificate.empty()) return std::string{};
        if (options.rows.empty()) return std::string{"ROWS"};
        if (asked_kind(options) != nullptr) return std::string{};
        return options.reference.tables.files.empty() ? std::string{"TABLES"} : std::string{};
    });
}

// Including those that only a certificate can set.
OptionList certified_options(ReferenceOptions& reference) {
    OptionList list;
    describe(list, reference);
    describe_trust(list, reference);
    describe_by(list, reference);
    return list;
}

void check_files(const CheckCommandLine& options) {
    check_input(options.against != "-",
                [] { return std::string{"--against: expected a file, got - (standard input)"}; });
    check_input(options.against.empty() || !options.reference.safe_spreadsheet, [] {
        return std::string{"--safe-spreadsheet and --against: expected one of them, got both"};
    });
}

// The command line may say again what the certificate says, and nothing else: a verdict is about the options
// of the certificate, and must not be taken for one about others.
void check_agreement(const CheckCommandLine& options, const Certificate& certificate) {
    const OptionTexts silent = row_texts(ReferenceOptions{});
    const OptionTexts said = row_texts(options.reference);
    for (std::size_t k = 0; k < said.size(); ++k) {
        const auto& [name, text] = said[k];
        const std::string recorded = certificate.option(name).value_or("");
        const bool is_file = name == "schema" || name == "groups";  // another place for it may be given
        check_input(text == silent[k].second || text == recorded || (is_file && !recorded.empty()),
                    [&, option = name, got = text] {
                        return options.certificate + ": " + option + ": expected " + quoted(recorded) +
                               ", as its options say, got " + quoted(got);
                    });
    }
    for (const auto& kind : options.kinds) kind->refuse_options(options.certificate);
}

// What the command line leaves open is what the certificate says.
CheckCommandLine completed(const CheckCommandLine& options, Certified& certified) {
    const std::string& path = options.certificate;
    const Certificate& certificate = certified.certificate;
    CommandLine asked;
    take_row_texts(asked, certificate.options, path);
    check_agreement(options, certificate);
    CheckCommandLine complete = options;
    complete.reference = asked.reference;
    if (!asked.like.empty()) complete.reference.weight.clear();  // which are the sample's
    TableInput& tables = complete.reference.tables;
    tables.files = options.reference.tables.files;
    if (complete.rows.empty()) complete.rows = located(certificate.outputs.front().file, path);
    const auto found = [&](const char* option, const std::string& given) {
        const std::string recorded = certified_option_file(certificate, option);
        return recorded.empty() || given.empty() ? located(recorded, path) : given;
    };
    tables.schema = found("schema", options.reference.tables.schema);
    tables.groups = found("groups", options.reference.tables.groups);
    certified.like = found("like", "");
    certified.complete = found("complete", "");
    certified.zeros = asked.synthesis.zeros;
    certified.forbid = asked.forbid;
    if (!tables.files.empty()) return complete;
    for (const CertifiedFile& input : certified_tables(certificate))
        tables.files.push_back(located(input.file, path));
    return complete;
}

// All that a check has found.
struct Findings {
    std::vector<CertifiedFile> files;
    CheckResult result;
    double seconds = 0;
};

CheckOptions check_options(const CheckCommandLine& options, const std::optional<Certified>& certified) {
    CheckOptions result{.csv = csv_options(options.reference.tables.separator),
                        .targets = target_options(options.reference)};
    if (!options.reference.where.empty())
        result.where = values_of("where", options.reference.where, options.reference);
    result.cells = !options.cells.empty();
    if (!certified) return result;
    result.zeros = certified->zeros;
    for (const std::string& text : certified->forbid)
        result.forbid.push_back(values_of("forbid", text, options.reference));
    return result;
}

// The tables as the certificate has them, if there is one, and the files that only it knows.
std::vector<TableText> read_tables(const CheckCommandLine& options, const std::optional<Certified>& certified,
                                   PinnedFiles& pins) {
    std::vector<TableText> texts =
        read_texts(options.reference.tables.files, pins, csv_options(options.reference.tables.separator));
    if (!certified) return texts;
    if (!certified->like.empty()) pins.read(certified->like, "like");
    if (!certified->complete.empty()) pins.read(certified->complete, "complete");
    return in_certified_order(texts, certified->certificate, options.certificate);
}

Findings find(const CheckCommandLine& options, const std::optional<Certified>& certified) {
    const auto start = std::chrono::steady_clock::now();
    PinnedFiles pins;
    const std::vector<TableText> texts = read_tables(options, certified, pins);
    const TableSet tables =
        reference_tables(texts, options.reference, ReferenceUse::check, memory_limit(options.common), pins);
    StopFlag stop;
    CheckOptions how = check_options(options, certified);
    how.control = {.stop = &stop, .progress = [&](std::int64_t) {
                       if (interrupted()) stop.request_stop();
                   }};
    const std::string name = options.rows == "-" ? "standard input" : options.rows;
    const TableText rows{name, read_file(options.rows)};
    if (!options.against.empty()) how.against = {options.against, read_file(options.against)};
    Findings found{pins.files(), check(rows, tables, how)};
    if (certified && !found.result.stopped)
        found.result.verdict = verify(certified->certificate, found.files, found.result, name);
    found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return found;
}

void write_report(std::ostream& out, const CheckCommandLine& options, const Findings& found) {
    if (!options.common.json)
        return write_folded(out, [&](std::ostream& text) { write_text(text, found.result); });
    Report report;
    report.add("format", "", "drover.check/1");
    echo(report, options);
    add_result(report, found.result);
    report.add("seconds", "", found.seconds);
    write_json(out, report);
}

NamedTexts shown_options(const CheckCommandLine& options) {
    NamedTexts texts;
    ReferenceOptions reference = options.reference;
    for (const auto& [name, text] : certified_options(reference).row_texts())
        if (!text.empty()) texts.emplace_back(name, text);
    if (!options.against.empty()) texts.emplace_back("against", options.against);
    return texts;
}

std::string page_text(const CheckCommandLine& options, const Findings& found) {
    HtmlReport page = page_of(found.result);
    page.title = "drover check: " + options.rows;
    page.options = shown_options(options);
    page.digests = {{options.rows, found.result.digest}};
    for (const CertifiedFile& file : found.files) page.digests.emplace_back(file.file, file.sha256);
    return to_html(page);
}

// All or none of them.
void write_all(const CheckCommandLine& options, const Findings& found, Streams& streams) {
    Output page{options.report, streams.out};
    Output cells{options.cells, streams.out};
    Output report{options.common.output, streams.out};
    if (page.is_wanted()) page.stream() << page_text(options, found);
    if (cells.is_wanted()) cells.stream() << found.result.cells;
    write_report(report.stream(), options, found);
    const HoldInterrupts hold;
    for (Output* output : {&page, &cells, &report}) output->settle();
    for (Output* output : {&page, &cells, &report}) output->commit();
}

CheckRequest request_of(const CheckCommandLine& options) {
    const ReferenceOptions& reference = options.reference;
    return {.common = options.common,
            .rows = options.rows,
            .report = options.report,
            .cells = options.cells,
            .certificate = options.certificate,
            .weight = reference.weight,
            .total = reference.total,
            .separator = reference.tables.separator,
            .has_tables = !reference.tables.files.empty() || !options.against.empty()};
}

// The certificate that is to be verified, of a product that can do so.
std::optional<Certificate> read_certificate(const CheckCommandLine& options) {
    if (options.certificate.empty()) return {};
    Certificate certificate = parse_certificate(read_file(options.certificate), options.certificate);
    std::string products = "synth";
    bool is_known = certificate.product == products;
    for (const auto& kind : options.kinds) {
        is_known = is_known || certificate.product == kind->product();
        products += " or " + kind->product();
    }
    check_input(is_known, [&] {
        return options.certificate + ": product: expected " + products + ", got " +
               quoted(certificate.product);
    });
    return certificate;
}

ExitCode run_check(const CheckCommandLine& options, Streams& streams) {
    check_files(options);
    std::optional<Certificate> certificate = read_certificate(options);
    for (const auto& kind : options.kinds) {
        if (certificate && certificate->product == kind->product())
            return kind->verify(request_of(options), *certificate, streams);
    }
    if (const CheckKind* kind = asked_kind(options)) return kind->check(request_of(options), streams);
    std::optional<Certified> certified;
    CheckCommandLine complete = options;
    if (certificate) {
        check_certificate(*certificate, options.certificate);
        certified.emplace().certificate = std::move(*certificate);
        complete = completed(options, *certified);
        FileUses uses = file_uses(complete);
        for (const std::string& file : {certified->like, certified->complete})
            if (!file.empty()) uses.inputs.push_back({"--cert", file});
        check_file_uses(uses);
    }
    const Findings found = find(complete, certified);
    if (found.result.stopped) return ExitCode::interrupted;
    write_all(complete, found, streams);
    return found.result.verdict.value_or(Verdict{}).holds() ? ExitCode::ok : ExitCode::input;
}

Task check_task(const CommandList& all) {
    const auto options = std::make_shared<CheckCommandLine>();
    for (const auto& make : all.check_kinds()) options->kinds.push_back(make());
    Task task{.options = {}, .run = [options](Streams& streams) { return run_check(*options, streams); }};
    describe(task.options, *options);
    return task;
}

}  // namespace

Command check_command() {
    return {
        .name = "check",
        .summary = "Measure rows of any origin against tables",
        .footer =
            "ROWS is a CSV file with a header; columns that the tables do not have are ignored. TABLES are\n"
            "files of counts (one column per variable, and count or p), or one microdata file, whose tables\n"
            "are then measured.\n"
            "Total variation is half the sum of the differences in shares. Impossible rows fall into a cell\n"
            "with the count 0, or have a value that the tables do not have.\n"
            "With --cert and nothing else, the files that the certificate names are looked for at their\n"
            "recorded path and beside it.\n\n"
            "Example: drover check rows.csv tables/*.csv --report report.html",
        .task = check_task};
}

}  // namespace drover::cli::synth
