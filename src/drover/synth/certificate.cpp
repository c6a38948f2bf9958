#include <algorithm>
#include <array>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/core/sha256.hpp>
#include <drover/data/csv.hpp>
#include <drover/number/rational.hpp>
#include <drover/synth/certificate.hpp>
#include <drover/version.hpp>

namespace drover::synth {
namespace {

constexpr const char* rows_role = "rows";
constexpr std::array file_options{"schema", "groups", "like", "complete"};

std::string truth(bool is_true) { return is_true ? "true" : "false"; }

// As a line of CSV.
std::string names_line(const std::vector<std::string>& names) {
    std::string line;
    for (const std::string& name : names) line += (line.empty() ? "" : ",") + csv_field(name);
    return line;
}

CertifiedTable certified_fit(const FitSummary& fit, std::int64_t unit) {
    CertifiedTable all{"fit", {"table", "columns", "l1_rows", "worst_cell_rows"}, {}};
    for (const TableFit& table : fit.tables) {
        all.rows.push_back({table.name, names_line(table.columns), to_string(Rational{table.exact.l1, unit}),
                            to_string(Rational{table.exact.worst, unit})});
    }
    return all;
}

NamedTexts certified_facts(const FitSummary& fit, const Arithmetic& arithmetic, bool zeros_are_hard) {
    return {
        {"rows", std::to_string(fit.rows)},        {"unit", std::to_string(arithmetic.unit)},
        {"exact", truth(arithmetic.exact)},        {"rounding", shortest(arithmetic.rounding)},
        {"zeros_are_hard", truth(zeros_are_hard)}, {"impossible_rows", std::to_string(fit.impossible_rows)}};
}

std::string name_without_folder(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// What no row may have, counted in the rows themselves.
std::vector<std::string> broken_rules(const Certificate& recorded, const CheckResult& found) {
    std::vector<std::string> lines;
    const auto expect_none = [&](const char* what, std::int64_t rows) {
        if (rows > 0) lines.push_back(std::string{what} + ": expected 0, got " + std::to_string(rows));
    };
    if (found.zeros_are_hard.value_or(false))
        expect_none("rows in cells of count 0", found.fit.impossible_rows);
    for (const std::int64_t rows : found.forbidden_rows)
        expect_none("rows with a forbidden combination", rows);
    const std::string forbid = recorded.option("forbid").value_or("");
    const auto rules = std::count(forbid.begin(), forbid.end(), '\n') + (forbid.empty() ? 0 : 1);
    if (rules != static_cast<std::ptrdiff_t>(found.forbidden_rows.size())) {
        lines.push_back("forbidden combinations: recorded " + std::to_string(rules) + ", found " +
                        std::to_string(found.forbidden_rows.size()));
    }
    return lines;
}

}  // namespace

Certificate certify(const Result& made, std::vector<CertifiedFile> inputs, NamedTexts options,
                    const std::string& rows_file) {
    return sealed({.product = "synth",
                   .version = drover::version,
                   .inputs = std::move(inputs),
                   .outputs = {{rows_file, made.digest, rows_role}},
                   .options = std::move(options),
                   .facts = certified_facts(made.fit, made.arithmetic, made.zeros_are_hard),
                   .tables = {certified_fit(made.fit, made.arithmetic.unit)},
                   .sha256 = {}});
}

void check_certificate(const Certificate& certificate, const std::string& name) {
    check_product(certificate, "synth", name);
    const std::vector<CertifiedFile>& outputs = certificate.outputs;
    check_input(outputs.size() == 1 && outputs.front().option == rows_role, [&] {
        return Problem{
            Fault::syntax,
            {.file = name, .key = "outputs"},
            R"(one file with the role "rows")",
            (outputs.size() == 1 ? quoted(role_of(outputs.front())) : std::to_string(outputs.size()))};
    });
    check_input(!certified_tables(certificate).empty(), [&] {
        return Problem{Fault::missing, {.file = name, .key = "inputs"}, "at least one table", "none"};
    });
    for (const char* option : file_options) {
        const std::string said = certificate.option(option).value_or("");
        const std::string pinned = certified_option_file(certificate, option);
        const auto count = std::count_if(certificate.inputs.begin(), certificate.inputs.end(),
                                         [&](const CertifiedFile& input) { return input.option == option; });
        check_input(said == pinned && count <= 1, [&] {
            return Problem{Fault::range,
                           {.file = name, .key = "inputs"},
                           (said.empty() ? std::string{"no file"} : quoted(said)) + " for " + option +
                               ", as its options say",
                           (count == 1 ? quoted(pinned) : std::to_string(count))};
        });
    }
}

std::vector<CertifiedFile> certified_tables(const Certificate& certificate) {
    std::vector<CertifiedFile> tables;
    for (const CertifiedFile& input : certificate.inputs)
        if (input.option.empty()) tables.push_back(input);
    return tables;
}

std::string certified_option_file(const Certificate& certificate, const std::string& option) {
    const auto found = std::find_if(certificate.inputs.begin(), certificate.inputs.end(),
                                    [&](const CertifiedFile& input) { return input.option == option; });
    return found == certificate.inputs.end() ? std::string{} : found->file;
}

std::vector<TableText> in_certified_order(const std::vector<TableText>& texts, const Certificate& certificate,
                                          const std::string& name) {
    std::vector<std::pair<CertifiedFile, const TableText*>> left;
    for (const TableText& text : texts) left.push_back({{text.file, sha256(text.text)}, &text});
    std::vector<TableText> ordered;
    for (const CertifiedFile& input : certified_tables(certificate)) {
        const auto match = std::find_if(left.begin(), left.end(),
                                        [&](const auto& one) { return is_same_file(input, one.first); });
        const std::string wanted = name_without_folder(input.file);
        check_input(match != left.end(), [&] {
            return Problem{
                Fault::missing, {.file = name}, "the table file " + quoted(wanted), "none of that name"};
        });
        const bool has_name = name_without_folder(match->first.file) == wanted;
        ordered.push_back({has_name ? match->first.file : input.file, match->second->text});
        left.erase(match);
    }
    check_input(left.empty(), [&] {
        return Problem{
            Fault::syntax, {.file = name}, "only the table files it names", quoted(left.front().first.file)};
    });
    return ordered;
}

Verdict verify(const Certificate& recorded, const std::vector<CertifiedFile>& inputs,
               const CheckResult& found, const std::string& rows_file) {
    const Certificate now{
        .product = "synth",
        .version = drover::version,
        .inputs = inputs,
        // The one file of rows may have any name: its digest tells it from others.
        .outputs = {{recorded.outputs.empty() ? rows_file : recorded.outputs.front().file, found.digest,
                     rows_role}},
        .options = recorded.options,
        .facts = certified_facts(found.fit, found.arithmetic, found.zeros_are_hard.value_or(false)),
        .tables = {certified_fit(found.fit, found.arithmetic.unit)},
        .sha256 = {}};
    std::vector<CertifiedFile> files{{rows_file, found.digest, rows_role}};
    files.insert(files.end(), inputs.begin(), inputs.end());
    Verdict verdict = judge(recorded, now, std::move(files));
    for (std::string& line : broken_rules(recorded, found)) verdict.differences.push_back(std::move(line));
    return verdict;
}

}  // namespace drover::synth
