#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>

#include "microdata_input.hpp"
#include "reference.hpp"

namespace drover::cli {
namespace {

void check_files(const ReferenceOptions& options) {
    for (const std::string& file : options.tables.files) {
        check_input(file != "-", [] {
            return std::string{"expected files of tables or microdata, got - (standard input)"};
        });
    }
}

std::map<std::string, std::int32_t> parse_trust(const std::vector<std::string>& texts) {
    std::map<std::string, std::int32_t> trust;
    for (const std::string& text : texts) {
        const std::size_t at = text.rfind('=');
        check_input(at != std::string::npos && at > 0,
                    [&] { return "--trust: expected TABLE=NUMBER, got " + quoted(text); });
        const std::string name = text.substr(0, at);
        const Rational value = option_number("--trust", text.substr(at + 1));
        check_input(value.denominator() == 1 && value.numerator() >= 1 && value.numerator() <= 100, [&] {
            return "--trust: expected a whole number from 1 to 100 for " + quoted(name) + ", got " +
                   quoted(text.substr(at + 1));
        });
        trust[name] = static_cast<std::int32_t>(value.numerator());
    }
    return trust;
}

// Each is a CSV line of names already.
std::string lines(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : "\n") + text;
    return all;
}

std::vector<std::string> split_lines(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

std::int64_t whole(const std::string& text, const std::string& place) {
    const Rational value = option_number(place.c_str(), text);
    check_input(value.denominator() == 1 && fits_int64(value.numerator()),
                [&] { return place + ": expected a whole number, got " + quoted(text); });
    return static_cast<std::int64_t>(value.numerator());
}

// One of two words.
bool is_first(const std::string& text, const char* first, const char* second, const std::string& place) {
    check_input(text == first || text == second,
                [&] { return place + ": expected " + first + " or " + second + ", got " + quoted(text); });
    return text == first;
}

}  // namespace

ReferenceTables read_reference(const ReferenceOptions& options, ReferenceUse use) {
    check_files(options);
    InputOptions input = input_options(options.tables);
    input.csv = csv_options(options.tables.separator);
    const std::vector<TableText> texts = read_texts(options.tables.files);
    const bool from_microdata = is_microdata(texts, input.csv);
    if (from_microdata) {
        input.choice = table_choice(options.order, options.columns, options.also);
        input.choice.by = options.by;
        input.choice.max_cells = options.max_cells;
        input.choice.leave_out_large = use == ReferenceUse::check && options.where.empty();
    }
    check_input(
        from_microdata || use == ReferenceUse::check || (options.columns.empty() && options.also.empty()),
        [] { return std::string{"--columns and --also: expected one file of microdata, got tables"}; });
    ReferenceTables reference{.tables = tables_of(texts, input), .files = {}};
    for (const TableText& text : texts) reference.files.push_back({text.file, sha256(text.text)});
    return reference;
}

TargetOptions target_options(const ReferenceOptions& options) {
    TargetOptions result{.trust = parse_trust(options.trust)};
    if (!options.total.empty()) {
        result.total = option_number("--total", options.total);
        check_input(*result.total > Rational{0},
                    [&] { return "--total: expected a number above 0, got " + options.total; });
    }
    return result;
}

void add_reference_options(CLI::App& command, ReferenceOptions& options) {
    add_table_options(command, options.tables);
    add_option(command, "--total", options.total,
               "Total of tables with unknown cells [default: the largest that is known]")
        .type_name("N");
    add_option(command, "--order", options.order, "Microdata: measure all tables of so many columns; 0: none")
        .transform(whole_number())
        .capture_default_str()
        .type_name("K");
    add_option(command, "--columns", options.columns, "Microdata: only these columns [default: all]")
        .type_name("A,B,...");
    add_option(command, "--also", options.also,
               "Microdata: one more table, over these columns; may come again")
        .once_each()
        .type_name("A,B,...");
    add_option(command, "--where", options.where, "Only those with these values [default: all]")
        .type_name("A=x,B=y");
    add_count(command, "--max-cells", options.max_cells, "Microdata: the most cells a table may have");
}

void add_reference_entries(Report& report, const ReferenceOptions& options) {
    add_table_entries(report, options.tables);
    report.add("total", "", options.total);
    report.add("order", "", options.order);
    report.add("columns", "", options.columns);
    report.add("also", "", options.also);
    report.add("max_cells", "", options.max_cells);
    report.add("where", "", options.where);
}

OptionTexts option_texts(const ReferenceOptions& options) {
    return {{"absent", options.tables.absent},
            {"noisy", options.tables.noisy ? "true" : "false"},
            {"schema", options.tables.schema},
            {"separator", options.tables.separator},
            {"total", options.total},
            {"order", std::to_string(options.order)},
            {"columns", options.columns},
            {"also", lines(options.also)},
            {"max_cells", std::to_string(options.max_cells)},
            {"where", options.where},
            {"trust", lines(options.trust)},
            {"by", options.by}};
}

void take_option_texts(ReferenceOptions& options, const OptionTexts& texts, const std::string& place) {
    for (const auto& [name, text] : texts) {
        std::string here = place;
        here.append(": options: ").append(name);
        if (name == "absent")
            options.tables.absent = is_first(text, "zero", "unknown", here) ? "zero" : "unknown";
        if (name == "noisy") options.tables.noisy = is_first(text, "true", "false", here);
        if (name == "schema") options.tables.schema = text;
        if (name == "separator") options.tables.separator = text;
        if (name == "total") options.total = text;
        if (name == "order") options.order = whole(text, here);
        if (name == "columns") options.columns = text;
        if (name == "also") options.also = split_lines(text);
        if (name == "where") options.where = text;
        if (name == "by") options.by = text;
        if (name == "trust") options.trust = split_lines(text);
        if (name == "max_cells") options.max_cells = whole(text, here);
    }
}

}  // namespace drover::cli
