#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>
#include <drover/moments/category_moments.hpp>
#include <drover/moments/table_file.hpp>
#include <drover/report/table_report.hpp>

#include "microdata_input.hpp"
#include "reference.hpp"
#include "table_folder.hpp"

namespace drover::cli {
namespace {

using TableColumns = std::vector<std::vector<std::size_t>>;

void check_files(const ReferenceOptions& options) {
    for (const std::string& file : options.tables.files) {
        check_input(file != "-", [] {
            return std::string{"expected files of tables or microdata, got - (standard input)"};
        });
    }
}

std::map<std::string, std::int32_t> parse_trust(const std::vector<std::string>& texts,
                                                const TableSet& tables) {
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
        check_input(std::any_of(tables.tables.begin(), tables.tables.end(),
                                [&](const CountTable& table) { return table.name == name; }),
                    [&] { return "--trust: expected the name of a table, got " + quoted(name); });
        trust[name] = static_cast<std::int32_t>(value.numerator());
    }
    return trust;
}

bool is_larger(const std::vector<std::size_t>& columns, const Schema& schema, std::int64_t max_cells) {
    std::int64_t cells = 1;
    for (const std::size_t column : columns) {
        const auto values = static_cast<std::int64_t>(schema.columns[column].values.size());
        if (cells > max_cells / values) return true;
        cells *= values;
    }
    return false;
}

// Takes out the tables with too many cells; how many these were.
std::int64_t leave_out_large(TableColumns& tables, const Schema& schema, std::int64_t max_cells,
                             const std::string& file) {
    const std::size_t before = tables.size();
    std::erase_if(tables, [&](const auto& columns) { return is_larger(columns, schema, max_cells); });
    check_input(!tables.empty(), [&] {
        return file +
               ": expected at least one table to measure, got none (order and --max-cells choose them)";
    });
    return static_cast<std::int64_t>(before - tables.size());
}

// Strata have tables of their own: each gets their column.
void add_column(TableColumns& tables, const std::string& name, const Schema& schema) {
    const auto column = schema.find(name);
    check_input(column.has_value(),
                [&] { return "--by: expected a column of the tables, got " + quoted(name); });
    TableColumns wider;
    for (std::vector<std::size_t> table : tables) {
        if (std::find(table.begin(), table.end(), *column) == table.end()) table.push_back(*column);
        std::sort(table.begin(), table.end());
        if (std::find(wider.begin(), wider.end(), table) == wider.end()) wider.push_back(table);
    }
    tables = std::move(wider);
}

Reference measure_microdata(const ReferenceOptions& options) {
    const std::string& file = options.tables.files.front();
    const MicrodataChoice choice{.order = options.order,
                                 .columns = options.columns,
                                 .also = options.also,
                                 .schema = options.tables.schema,
                                 .separator = options.tables.separator};
    CategoryTable rows = read_chosen(file, choice);
    check_input(rows.column_count() > 1 || options.order < 2, [&] {
        return file + ": expected columns with " + quoted(options.tables.separator) +
               " between them (--separator), got one column";
    });
    TableColumns tables = chosen_tables(choice, rows.schema);
    if (!options.by.empty()) add_column(tables, options.by, rows.schema);
    const std::int64_t left_out = leave_out_large(tables, rows.schema, options.max_cells, file);
    std::vector<std::string> names = table_names(tables, rows.schema);
    Targets targets{.features = MarginalTables{value_counts(rows.schema), std::move(tables)},
                    .moments = {},
                    .trust = {},
                    .totals = {},
                    .exact = true,
                    .rounding = 0};
    targets.moments = measure(targets.features, rows);
    targets.totals.assign(names.size(), Rational{targets.moments.total});
    return {.schema = std::move(rows.schema),
            .names = std::move(names),
            .targets = std::move(targets),
            .left_out = left_out};
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

bool is_microdata(const ReferenceOptions& options) {
    const CsvOptions csv = csv_options(options.tables.separator);
    return options.tables.files.size() == 1 && !looks_like_table(options.tables.files.front(), csv);
}

TableSet read_table_set(const ReferenceOptions& options) {
    check_files(options);
    if (!is_microdata(options)) return read_table_input(options.tables);
    Reference measured = measure_microdata(options);
    check_input(measured.left_out == 0, [&] {
        return options.tables.files.front() + ": expected tables of at most " +
               std::to_string(options.max_cells) + " cells, got " + std::to_string(measured.left_out) +
               " larger; --columns can leave columns out, --max-cells allows more";
    });
    const MarginalTables& features = measured.targets.features;
    TableSet set{.schema = std::move(measured.schema), .tables = {}};
    for (std::size_t k = 0; k < features.table_count(); ++k) {
        CountTable table{.name = measured.names[k], .file = options.tables.files.front()};
        table.columns.assign(features.table_columns(k).begin(), features.table_columns(k).end());
        for (std::size_t a = features.first_feature(k); a < features.first_feature(k + 1); ++a)
            table.counts.emplace_back(measured.targets.moments.counts[a]);
        set.tables.push_back(std::move(table));
    }
    return set;
}

TargetOptions target_options(const ReferenceOptions& options, const TableSet& tables) {
    TargetOptions result{.trust = parse_trust(options.trust, tables)};
    if (!options.total.empty()) {
        result.total = option_number("--total", options.total);
        check_input(*result.total > Rational{0},
                    [&] { return "--total: expected a number above 0, got " + options.total; });
    }
    return result;
}

Combination parse_combination(const char* option, const std::string& text, const Schema& schema) {
    Combination combination;
    for (const std::string& part : name_list(option, text)) {
        const std::size_t at = part.find('=');
        check_input(at != std::string::npos && at > 0,
                    [&] { return std::string{option} + ": expected COLUMN=VALUE, got " + quoted(part); });
        const std::string name = part.substr(0, at);
        const auto column = schema.find(name);
        check_input(column.has_value(), [&] {
            return std::string{option} + ": expected a column of the tables, got " + quoted(name);
        });
        const auto value = schema.columns[*column].find(part.substr(at + 1));
        check_input(value.has_value(), [&] {
            return std::string{option} + ": expected a value of column " + quoted(name) + ", got " +
                   quoted(part.substr(at + 1));
        });
        check_input(std::none_of(combination.begin(), combination.end(),
                                 [&](const auto& pair) { return pair.first == *column; }),
                    [&] {
                        return std::string{option} + ": expected column " + quoted(name) +
                               " once, got it twice";
                    });
        combination.emplace_back(*column, *value);
    }
    return combination;
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

Reference read_reference(const ReferenceOptions& options) {
    check_files(options);
    if (options.where.empty() && is_microdata(options)) return measure_microdata(options);
    TableSet set = read_table_set(options);
    TargetOptions target = target_options(options, set);
    Combination where;
    if (!options.where.empty()) {
        where = parse_combination("--where", options.where, set.schema);
        set = part_where(set, where);
        target = options_for_slice(std::move(target), set);
    }
    Targets targets = make_targets(set, target);
    std::vector<std::string> names = drover::table_names(set);
    return {.schema = std::move(set.schema),
            .names = std::move(names),
            .targets = std::move(targets),
            .where = std::move(where)};
}

TableSet part_where(const TableSet& tables, const Combination& where) {
    try {
        return slice(tables, where);
    } catch (const InputError& error) {
        throw InputError(std::string{"--where: "} + error.what());
    }
}

}  // namespace drover::cli
