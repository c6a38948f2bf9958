#include <drover/core/check.hpp>
#include <drover/synth/names.hpp>

#include "microdata_input.hpp"

namespace drover::cli {

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

TableChoice table_choice(std::int64_t order, const std::string& columns,
                         const std::vector<std::string>& also) {
    TableChoice choice{.order = order};
    if (!columns.empty()) choice.columns = parse_names("--columns", columns);
    for (const std::string& table : also) choice.also.push_back(parse_names("--also", table));
    return choice;
}

}  // namespace drover::cli
