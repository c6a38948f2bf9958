#include <drover/core/check.hpp>
#include <drover/tables/names.hpp>
#include <drover/tables/wide_groups.hpp>

#include "options.hpp"

namespace drover::cli {

void describe(OptionList& list, TableInput& input) {
    list.choice("--absent", input.absent_unknown, "What an unlisted cell of a table means: zero or unknown",
                absent_cells)
        .shaping_rows();
    list.flag("--noisy", input.noisy, "Allow negative counts, as in tables with noise").shaping_rows();
    list.file("--schema", input.schema,
              "JSON file with columns and their categories [default: from the tables]")
        .shaping_rows();
    list.text("--separator", input.separator, "Separator of fields: one character or tab")
        .typed("C")
        .with_default()
        .shaping_rows();
    list.text("--count", input.count, "Column of counts [default: count or p]")
        .typed("COLUMN")
        .shaping_rows();
    list.text("--suppressed", input.suppressed,
              "Texts in place of a count that mark a suppressed cell, as a blank does")
        .typed("'<5,*'")
        .shaping_rows();
    list.file("--groups", input.groups,
              "Wide tables: JSON file that lists the columns of each variable's categories")
        .shaping_rows();
    list.text("--key", input.key, "Wide tables: column of the zones; COLUMN=NAME renames it")
        .typed("COLUMN")
        .shaping_rows();
}

char separator_of(const TableInput& input) {
    if (input.separator == "tab" || input.separator == "\\t") return '\t';
    check_input(input.separator.size() == 1, [&] {
        return "--separator: expected one ASCII character or tab, got " + quoted(input.separator);
    });
    return input.separator.front();
}

TableChoice table_choice(std::int64_t order, const std::string& columns,
                         const std::vector<std::string>& also) {
    TableChoice choice{.order = order};
    if (!columns.empty()) choice.columns = parse_names("columns", columns);
    for (const std::string& table : also) choice.also.push_back(parse_names("also", table));
    return choice;
}

std::optional<SchemaFile> read_schema(const std::string& file, PinnedFiles& pins) {
    if (file.empty()) return {};
    return parse_schema(pins.read(file, "schema"), file);
}

std::vector<WideGroup> read_groups(const std::string& file, PinnedFiles& pins) {
    if (file.empty()) return {};
    return parse_groups(pins.read(file, "groups"), file);
}

InputOptions input_options(const TableInput& input, PinnedFiles& pins) {
    InputOptions options{.csv = {.separator = separator_of(input)}};
    options.count = input.count;
    if (!input.suppressed.empty()) options.suppressed = parse_names("suppressed", input.suppressed);
    options.groups = read_groups(input.groups, pins);
    check_input(input.key.empty() || !input.groups.empty(),
                [] { return std::string{"--key: expected --groups with it, got none"}; });
    if (!input.key.empty()) options.key = parse_key("key", input.key);
    options.absent_unknown = input.absent_unknown;
    options.noisy = input.noisy;
    options.schema = read_schema(input.schema, pins);
    return options;
}

}  // namespace drover::cli
