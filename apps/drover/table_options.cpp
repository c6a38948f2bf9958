#include <drover/core/check.hpp>
#include <drover/data/file.hpp>

#include "table_options.hpp"

namespace drover::cli {
void add_table_files(CLI::App& command, TableInput& input) {
    add_option(command, "TABLES", input.files, "Tables of counts; - is standard input")
        .required()
        .check(file_name())
        .type_name("FILE");
}

void add_table_options(CLI::App& command, TableInput& input) {
    add_choice(command, "--absent", input.absent,
               "What a cell is that a table does not list: zero or unknown", {"zero", "unknown"});
    add_flag(command, "--noisy", input.noisy, "Counts may be negative, as noise makes them");
    add_option(command, "--schema", input.schema, "Columns and their categories [default: from the tables]")
        .check(file_name())
        .type_name("FILE");
    add_option(command, "--separator", input.separator, "Between fields: one character, or tab")
        .capture_default_str()
        .type_name("C");
}

void add_table_entries(Report& report, const TableInput& input) {
    report.add("files", "", input.files);
    report.add("absent", "", input.absent);
    report.add("noisy", "", input.noisy);
    report.add("schema", "", input.schema);
    report.add("separator", "", input.separator);
}

char separator_of(const TableInput& input) {
    if (input.separator == "tab" || input.separator == "\\t") return '\t';
    check_input(input.separator.size() == 1, [&] {
        return "--separator: expected one ASCII character or tab, got " + quoted(input.separator);
    });
    return input.separator.front();
}

std::vector<TableText> read_texts(const std::vector<std::string>& files) {
    std::vector<TableText> texts;
    for (const std::string& file : files) texts.push_back({file, read_file(file)});
    return texts;
}

std::optional<SchemaFile> read_schema(const std::string& file) {
    if (file.empty()) return {};
    return parse_schema(read_file(file), file);
}

InputOptions input_options(const TableInput& input) {
    InputOptions options{.csv = {.separator = separator_of(input)}};
    options.absent_unknown = input.absent == "unknown";
    options.noisy = input.noisy;
    options.schema = read_schema(input.schema);
    return options;
}

}  // namespace drover::cli
