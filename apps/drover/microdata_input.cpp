#include <algorithm>
#include <set>

#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>
#include <drover/model/marginal_tables.hpp>

#include "microdata_input.hpp"
#include "schema_file.hpp"

namespace drover::cli {
namespace {

constexpr std::size_t max_tables = 100'000;

// --columns, then what only --also names; nothing: all columns of the file.
std::vector<std::string> needed_columns(const MicrodataChoice& choice) {
    if (choice.columns.empty()) return {};
    std::vector<std::string> names = name_list("--columns", choice.columns);
    for (const std::string& table : choice.also) {
        for (const std::string& name : name_list("--also", table)) {
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        }
    }
    return names;
}

void check_order(std::int64_t order, std::size_t column_count) {
    check_input(order >= 0 && order <= static_cast<std::int64_t>(column_count), [&] {
        return "--order: expected 0 to " + std::to_string(column_count) + ", the number of columns, got " +
               std::to_string(order);
    });
    const auto chosen = static_cast<std::size_t>(order);
    std::size_t tables = 1;
    for (std::size_t k = 0; k < std::min(chosen, column_count - chosen); ++k) {
        tables = tables * (column_count - k) / (k + 1);
        check_input(tables <= max_tables, [&] {
            return "--order: expected at most " + std::to_string(max_tables) +
                   " tables, got more with order " + std::to_string(order);
        });
    }
}

std::vector<std::size_t> columns_of(const std::string& table, const Schema& schema) {
    std::vector<std::size_t> columns;
    for (const std::string& name : name_list("--also", table)) {
        const std::optional<std::size_t> column = schema.find(name);
        check_input(column.has_value(),
                    [&] { return "--also: expected columns of the microdata, got " + quoted(name); });
        columns.push_back(*column);
    }
    return columns;
}

}  // namespace

void add_microdata_choice(CLI::App& command, MicrodataChoice& choice) {
    add_option(command, "--order", choice.order, "Measure all tables of so many columns; 0: none")
        .transform(whole_number())
        .capture_default_str()
        .type_name("K");
    add_option(command, "--columns", choice.columns, "Only these columns of the microdata [default: all]")
        .type_name("A,B,...");
    add_option(command, "--also", choice.also, "One more table, over these columns; may be given again")
        .once_each()
        .type_name("A,B,...");
    add_option(command, "--schema", choice.schema, "JSON file with the values, bins or edges of columns")
        .check(file_name())
        .type_name("FILE");
    add_option(command, "--separator", choice.separator,
               "Between the fields of CSV files; one character or tab")
        .capture_default_str()
        .type_name("C");
}

void add_choice_entries(Report& report, const MicrodataChoice& choice) {
    report.add("order", "", choice.order);
    report.add("columns", "", choice.columns);
    report.add("also", "", choice.also);
    report.add("schema", "", choice.schema);
    report.add("separator", "", choice.separator);
}

CsvOptions csv_options(const std::string& separator) {
    if (separator == "tab" || separator == "\\t") return {.separator = '\t'};
    const bool possible = separator.size() == 1 && separator[0] > 0 && separator.find_first_of("\"\r\n") != 0;
    check_input(possible, [&] {
        return "--separator: expected one ASCII character, no quote and no line end, or tab, got " +
               quoted(separator);
    });
    return {.separator = separator[0]};
}

std::vector<std::string> name_list(const char* option, const std::string& text) {
    const std::vector<CsvRecord> records = parse_csv_records(text, option);
    check_input(records.size() == 1, [&] {
        return std::string{option} + ": expected names of columns with commas between them, got " +
               quoted(text);
    });
    std::set<std::string> seen;
    for (const std::string& name : records[0].fields) {
        check_input(!name.empty() && seen.insert(name).second, [&] {
            return std::string{option} + ": expected each column once, got " +
                   (name.empty() ? "an empty name" : quoted(name) + " twice");
        });
    }
    return records[0].fields;
}

CategoryTable read_chosen(const std::string& path, const MicrodataChoice& choice) {
    MicrodataOptions options{.csv = csv_options(choice.separator), .columns = needed_columns(choice)};
    if (!choice.schema.empty()) {
        SchemaFile file = read_schema(choice.schema);
        options.schema = std::move(file.schema);
        options.edges = std::move(file.edges);
    }
    return read_microdata(path, options);
}

std::vector<std::vector<std::size_t>> chosen_tables(const MicrodataChoice& choice, const Schema& schema) {
    const std::size_t column_count =
        choice.columns.empty() ? schema.columns.size() : name_list("--columns", choice.columns).size();
    check_order(choice.order, column_count);
    std::vector<std::vector<std::size_t>> tables;
    if (choice.order > 0) tables = all_tables(column_count, static_cast<std::size_t>(choice.order));
    std::set<std::set<std::size_t>> seen;
    for (const auto& table : tables) seen.emplace(table.begin(), table.end());
    for (const std::string& text : choice.also) {
        std::vector<std::size_t> table = columns_of(text, schema);
        if (seen.emplace(table.begin(), table.end()).second) tables.push_back(std::move(table));
    }
    check_input(!tables.empty(),
                [] { return std::string{"--order 0: expected tables by --also, got none"}; });
    return tables;
}

}  // namespace drover::cli
