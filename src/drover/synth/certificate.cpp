#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/report/impl/json_node.hpp>
#include <drover/synth/certificate.hpp>
#include <drover/version.hpp>

namespace drover::synth {
namespace {

using drover::impl::file_json;
using drover::impl::Json;
using drover::impl::JsonNode;
using drover::impl::list_json;
using drover::impl::parse_file;
using drover::impl::RecordComparison;
using drover::impl::texts_json;

constexpr const char* certificate_format = "drover.certificate/1";

Json table_json(const CertifiedTable& table) {
    return {
        {"name", table.name}, {"columns", table.columns}, {"l1", table.l1}, {"worst_cell", table.worst_cell}};
}

Json margins_json(const std::optional<CertifiedMargins>& margins) {
    if (!margins) return nullptr;
    return {{"steps", margins->steps}, {"positive", margins->positive}};
}

CertifiedTable parse_table(const JsonNode& node) {
    node.expect_keys({"name", "columns", "l1", "worst_cell"});
    return {node.value<std::string>("name"), node.value<std::vector<std::string>>("columns"),
            node.value<std::string>("l1"), node.value<std::string>("worst_cell")};
}

std::optional<CertifiedMargins> parse_margins(const JsonNode& node) {
    if (node.json().is_null()) return {};
    node.expect_keys({"steps", "positive"});
    return CertifiedMargins{.steps = node.at_least("steps", 0), .positive = node.at_least("positive", 0)};
}

std::vector<CertifiedTable> certified_tables(const FitSummary& fit) {
    std::vector<CertifiedTable> tables;
    for (const TableFit& table : fit.tables)
        tables.push_back(
            {table.name, table.columns, to_string(table.exact.l1), to_string(table.exact.worst)});
    return tables;
}

// So that their order does not matter.
std::vector<CertifiedTable> by_name(std::vector<CertifiedTable> tables) {
    std::sort(tables.begin(), tables.end(),
              [](const CertifiedTable& a, const CertifiedTable& b) { return a.name < b.name; });
    return tables;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + quoted(name);
    return text;
}

void compare_tables(const CertifiedTable& expected, const CertifiedTable& got, RecordComparison& comparison) {
    const std::string place = "table " + quoted(expected.name);
    comparison.compare(place + ": name", quoted(expected.name), quoted(got.name));
    comparison.compare(place + ": columns", listed(expected.columns), listed(got.columns));
    comparison.compare(place + ": l1", expected.l1, got.l1);
    comparison.compare(place + ": worst_cell", expected.worst_cell, got.worst_cell);
}

const char* truth(bool is_true) { return is_true ? "true" : "false"; }

// What no row may have, counted in the rows themselves.
void compare_rules(const Certificate& recorded, const CheckResult& found, RecordComparison& comparison) {
    const bool is_hard = found.zeros_are_hard.value_or(false);
    comparison.compare("zeros_are_hard", truth(recorded.zeros_are_hard), truth(is_hard));
    comparison.compare("impossible_rows", std::to_string(recorded.impossible_rows),
                       std::to_string(found.fit.impossible_rows));
    if (is_hard || recorded.zeros_are_hard)
        comparison.compare("rows in cells of count 0", "0", std::to_string(found.fit.impossible_rows));
    const std::string forbid = recorded.option("forbid").value_or("");
    const auto rules = std::count(forbid.begin(), forbid.end(), '\n') + (forbid.empty() ? 0 : 1);
    comparison.compare("combinations of --forbid", std::to_string(rules),
                       std::to_string(found.forbidden_rows.size()));
    for (const std::int64_t rows : found.forbidden_rows)
        comparison.compare("rows that --forbid rules out", "0", std::to_string(rows));
}

}  // namespace

std::optional<std::string> Certificate::option(const std::string& name) const {
    const auto found = std::find_if(options.begin(), options.end(),
                                    [&](const auto& option) { return option.first == name; });
    return found == options.end() ? std::optional<std::string>{} : found->second;
}

Certificate certify(const Result& made, std::vector<CertifiedFile> inputs, NamedTexts options,
                    const std::string& rows_file) {
    return {.version = drover::version,
            .inputs = std::move(inputs),
            .options = std::move(options),
            .row_count = made.fit.rows,
            .rows = {rows_file, made.digest},
            .unit = made.arithmetic.unit,
            .exact = made.arithmetic.exact,
            .rounding = made.arithmetic.rounding,
            .tables = certified_tables(made.fit),
            .zeros_are_hard = made.zeros_are_hard,
            .impossible_rows = made.fit.impossible_rows,
            .margins = CertifiedMargins{.steps = made.steps, .positive = made.positive_margins}};
}

std::string certificate_text(const Certificate& certificate) {
    const Json json{{"format", certificate_format},
                    {"version", certificate.version},
                    {"inputs", list_json(certificate.inputs, file_json)},
                    {"options", texts_json(certificate.options)},
                    {"row_count", certificate.row_count},
                    {"rows", file_json(certificate.rows)},
                    {"unit", certificate.unit},
                    {"exact", certificate.exact},
                    {"rounding", certificate.rounding},
                    {"tables", list_json(certificate.tables, table_json)},
                    {"zeros_are_hard", certificate.zeros_are_hard},
                    {"impossible_rows", certificate.impossible_rows},
                    {"margins", margins_json(certificate.margins)}};
    return drover::impl::json_text(json);
}

Certificate parse_certificate(const std::string& text, const std::string& name) {
    const Json json = drover::impl::parse_json(text, name);
    const JsonNode root{json, name};
    root.expect_format(certificate_format);
    root.expect_keys({"format", "version", "inputs", "options", "row_count", "rows", "unit", "exact",
                      "rounding", "tables", "zeros_are_hard", "impossible_rows", "margins"});
    Certificate certificate;
    certificate.version = root.value<std::string>("version");
    root.at("inputs").for_each([&](const JsonNode& node) { certificate.inputs.push_back(parse_file(node)); });
    certificate.options = drover::impl::parse_texts(root.at("options"));
    certificate.row_count = root.at_least("row_count", 0);
    certificate.rows = parse_file(root.at("rows"));
    certificate.unit = root.at_least("unit", 1);
    certificate.exact = root.value<bool>("exact");
    certificate.rounding = root.value<double>("rounding");
    root.at("tables").for_each(
        [&](const JsonNode& node) { certificate.tables.push_back(parse_table(node)); });
    certificate.zeros_are_hard = root.value<bool>("zeros_are_hard");
    certificate.impossible_rows = root.at_least("impossible_rows", 0);
    certificate.margins = parse_margins(root.at("margins"));
    return certificate;
}

std::vector<std::string> differences(const Certificate& recorded, std::span<const std::string> input_digests,
                                     const CheckResult& found) {
    drover::impl::check_one_each("differences", "digests of inputs", recorded.inputs.size(),
                                 input_digests.size());
    RecordComparison comparison;
    for (std::size_t k = 0; k < recorded.inputs.size(); ++k)
        comparison.compare(recorded.inputs[k].file + ": sha256", recorded.inputs[k].sha256, input_digests[k]);
    comparison.compare(recorded.rows.file + ": sha256", recorded.rows.sha256, found.digest);
    comparison.compare("rows", std::to_string(recorded.row_count), std::to_string(found.fit.rows));
    const Arithmetic& now = found.arithmetic;
    comparison.compare("unit", std::to_string(recorded.unit), std::to_string(now.unit));
    comparison.compare("exact", truth(recorded.exact), truth(now.exact));
    comparison.compare("rounding", shortest(recorded.rounding), shortest(now.rounding));
    const std::vector<CertifiedTable> expected = by_name(recorded.tables);
    const std::vector<CertifiedTable> tables = by_name(certified_tables(found.fit));
    comparison.compare("tables", std::to_string(expected.size()), std::to_string(tables.size()));
    for (std::size_t k = 0; k < std::min(expected.size(), tables.size()); ++k)
        compare_tables(expected[k], tables[k], comparison);
    compare_rules(recorded, found, comparison);
    return std::move(comparison).result();
}

}  // namespace drover::synth
