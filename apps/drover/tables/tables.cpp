#include <ostream>

#include <drover/core/check.hpp>
#include <drover/files/file.hpp>
#include <drover/files/scratch.hpp>
#include <drover/tables/count/published.hpp>
#include <drover/tables/count/sql.hpp>
#include <drover/tables/count/stream.hpp>
#include <drover/tables/input.hpp>
#include <drover/tables/names.hpp>
#include <drover/tables/wide_groups.hpp>

#include "../cli/command.hpp"
#include "../cli/memory.hpp"
#include "../cli/output_folder.hpp"
#include "../cli/terminal.hpp"
#include "options.hpp"
#include "spreadsheet.hpp"

namespace drover::cli {
namespace {

// Tables are written to the folder of -o and nowhere else.
CommonOptions nowhere() {
    CommonOptions common;
    common.output.clear();
    return common;
}

struct TablesOptions {
    CommonOptions common = nowhere();
    std::string microdata;
    std::int64_t order = 2;         ///< all tables with this many columns; 0: none
    std::string columns;            ///< names, separated by commas; empty: all
    std::string weight;             ///< a column; empty: every row counts 1
    std::vector<std::string> also;  ///< additional tables, each given by its column names
    std::string schema;             ///< a file; empty: none
    std::string separator = ",";
    bool safe_spreadsheet = false;  ///< names of columns and values are marked (marked_formula)
    std::int64_t round = 1;
    std::int64_t suppress_below = 0;
    std::vector<std::string> wide;  ///< files, in place of microdata
    std::string key;
    std::string groups;
    std::string suppressed;
    std::string sql;  ///< a table of a database, in place of microdata
    SqlDialect dialect = SqlDialect::ansi;
};

constexpr std::int64_t largest_limit = 1'000'000'000'000;

void describe(OptionList& list, TablesOptions& options) {
    list.file("MICRODATA", options.microdata, "CSV file, one row per individual; - is standard input");
    list.count("--order", options.order, "Count all tables with this many columns; 0: none")
        .within(0, 100'000)
        .typed("K");
    list.text("--columns", options.columns, "Only these columns of the microdata [default: all]")
        .typed("A,B,...");
    list.text("--weight", options.weight, "Column of weights: how many people a row represents")
        .typed("COLUMN");
    list.texts("--also", options.also, "Additional table over these columns; may be repeated")
        .once_each()
        .typed("A,B,...");
    list.file("--schema", options.schema, "JSON file with the values, bins or edges of columns");
    list.text("--separator", options.separator, "Separator of fields in CSV files: one character or tab")
        .typed("C")
        .with_default();
    list.flag("--safe-spreadsheet", options.safe_spreadsheet,
              "Write ' before texts that a spreadsheet would take for formulas (= + - @ but not a number)");
    list.count("--round", options.round, "Round every count to a multiple of this, halves up")
        .within(1, largest_limit)
        .typed("B")
        .labelled(options.round > 1 ? "rounded to" : "");
    list.count("--suppress-below", options.suppress_below, "Leave counts above 0 and below this blank")
        .within(0, largest_limit);
    list.files("--wide", options.wide,
               "In place of microdata: a wide table, one row per zone; may be repeated")
        .once_each()
        .typed("FILE")
        .naming(Option::Names::file);
    list.file("--groups", options.groups,
              "Wide: JSON file that lists the columns of each variable's categories");
    list.text("--key", options.key, "Wide: column of the zones; COLUMN=NAME renames it").typed("COLUMN");
    list.text("--suppressed", options.suppressed,
              "Wide: texts in place of a count that mark a suppressed cell")
        .typed("'<5,*'");
    list.text(
            "--sql", options.sql,
            "In place of microdata: print a statement that counts the tables in a database; the name of the "
            "database table")
        .for_field("table")
        .typed("TABLE")
        .silent();
    list.choice("--dialect", options.dialect, "SQL: dialect of the database; ansi works for any",
                sql_dialects)
        .silent();
    list.require([&options]() -> std::string {
        if (!options.sql.empty()) return "";
        if (options.microdata.empty() && options.wide.empty()) return "MICRODATA";
        return options.common.output.empty() ? "--output" : "";
    });
    describe(list, options.common);
    list.at("--output")
        .described(
            "Folder for the tables; created if absent, files of the same name are replaced. SQL: a file")
        .without_default()
        .typed("DIR")
        .naming(Option::Names::folder);
}

void check_limits(const TablesOptions& options) {
    const std::string& folder = options.common.output;
    check_input(folder != "-", [] { return std::string{"-o: expected a folder for the tables, got \"-\""}; });
}

// The tables without their texts, which are written already.
using WrittenTables = std::vector<PublishedTable>;

// Nothing if the user stopped it.
std::optional<WrittenTables> write_tables(const TablesOptions& options, const CountedRows& rows,
                                          PublishOptions publish, const std::vector<std::string>& names,
                                          OutputFolder& folder, Streams& streams) {
    for (const std::string& name : names) folder.check(name + ".csv");
    folder.check("schema.json");
    Progress progress{"tables", static_cast<std::int64_t>(names.size()), options.common, streams};
    publish.control = progress.control();
    WrittenTables written;
    const bool is_complete = tables(rows, publish, options.microdata, [&](const PublishedTable& table) {
        folder.write(table.name + ".csv", [&](std::ostream& out) { out << table.csv; });
        written.push_back({table.name, table.columns, table.summary, {}});
    });
    if (!is_complete) return {};
    folder.write("schema.json", [&](std::ostream& out) { write_schema(out, rows.schema); });
    return written;
}

std::vector<Report> table_reports(const WrittenTables& tables, const OutputFolder& folder) {
    std::vector<Report> reports;
    for (const PublishedTable& table : tables) {
        Report& report = reports.emplace_back();
        report.add("name", "", table.name);
        report.add("file", "", folder.path_of(table.name + ".csv"));
        report.add("columns", "", table.columns);
        report.add("cells", "", static_cast<std::int64_t>(table.summary.cell_count));
        report.add("listed", "", static_cast<std::int64_t>(table.summary.listed_count));
        report.add("suppressed", "", static_cast<std::int64_t>(table.summary.suppressed_count));
        report.add("total", "", number_value(table.summary.total));
    }
    return reports;
}

TableSummary sum(const WrittenTables& tables) {
    TableSummary all;
    for (const PublishedTable& table : tables) {
        all.cell_count += table.summary.cell_count;
        all.listed_count += table.summary.listed_count;
        all.suppressed_count += table.summary.suppressed_count;
    }
    return all;
}

Report make_report(const TablesOptions& options, std::int64_t row_count, const WrittenTables& tables,
                   const OutputFolder& folder, const std::vector<std::string>& notes) {
    const TableSummary all = sum(tables);
    const std::size_t others = folder.other_csv_count();
    Report report;
    report.add("format", "", "drover.tables/1");
    echo(report, options);
    report.add("rows", row_count > 0 ? "rows" : "", row_count);
    report.add("table_count", "tables", static_cast<std::int64_t>(tables.size()));
    report.add("cells", "cells", static_cast<std::int64_t>(all.cell_count));
    report.add("listed", "  listed", static_cast<std::int64_t>(all.listed_count));
    report.add("suppressed", options.suppress_below > 0 ? "  left blank" : "",
               static_cast<std::int64_t>(all.suppressed_count));
    report.add("folder", "folder", options.common.output);
    report.add("schema_file", "schema", folder.path_of("schema.json"));
    report.add("other_csv_files", others > 0 ? "other CSV files there" : "",
               static_cast<std::int64_t>(others));
    report.add("tables", "", table_reports(tables, folder));
    for (const std::string& note : notes) report.add("note", "note", note);
    return report;
}

void write_columns(std::ostream& out, const Schema& schema) {
    TextTable text{{"column", "values", "kind"}};
    for (const Column& column : schema.columns) {
        text.add({column.name, std::to_string(column.values.size()),
                  column.bins.empty() ? "categories" : "bins of numbers"});
    }
    text.write(out);
    out << '\n';
}

void say(const TablesOptions& options, const Report& report, const Schema& schema, Streams& streams) {
    if (options.common.json) {
        write_json(streams.out, report);
    } else {
        write_columns(streams.out, schema);
        write_text(streams.out, report);
    }
    check_written("-", streams.out);
}

void check_wide(const TablesOptions& options) {
    const auto expect = [](bool holds, const std::string& what) {
        check_input(holds, [&] { return "--wide: expected " + what; });
    };
    expect(options.microdata.empty(), "no microdata with it, got " + quoted(options.microdata));
    expect(!options.groups.empty(), "--groups, got none");
    const bool plain = options.order == 2 && options.columns.empty() && options.also.empty() &&
                       options.schema.empty() && options.weight.empty() && options.round == 1 &&
                       options.suppress_below == 0 && !options.safe_spreadsheet;
    expect(plain, "none of the options for microdata, got one");
}

// The summary of a table that is written as it is.
PublishedTable described(const CountTable& table, const Schema& schema) {
    PublishedTable published{.name = table.name, .columns = {}, .summary = {}, .csv = {}};
    std::size_t cells = 1;
    for (const std::size_t column : table.columns) {
        published.columns.push_back(schema.columns[column].name);
        cells *= schema.columns[column].values.size();
    }
    published.summary.cell_count = cells;
    published.summary.suppressed_count = table.suppressed_count;
    published.summary.listed_count = table.suppressed_count;
    for (const Rational& count : table.counts) {
        published.summary.listed_count += count == Rational{} ? 0 : 1;
        published.summary.total += count;
    }
    return published;
}

ExitCode run_wide(const TablesOptions& options, Streams& streams) {
    check_wide(options);
    WideOptions how{.csv = csv_options(options.separator)};
    PinnedFiles files;
    how.groups = read_groups(options.groups, files);
    if (!options.key.empty()) how.key = parse_key("key", options.key);
    if (!options.suppressed.empty()) how.suppressed = parse_names("suppressed", options.suppressed);
    const std::vector<TableText> texts = long_tables(read_texts(options.wide, files, how.csv), how);
    const TableSet set =
        tables_of(texts, {.kind = InputKind::tables, .csv = how.csv, .memory = memory_limit(options.common)});
    OutputFolder folder{"-o", options.common.output, file_uses(options)};
    WrittenTables written;
    for (std::size_t k = 0; k < texts.size(); ++k) {
        folder.write(texts[k].file, [&](std::ostream& out) { out << texts[k].text; });
        written.push_back(described(set.tables[k], set.schema));
    }
    folder.write("schema.json", [&](std::ostream& out) { write_schema(out, set.schema); });
    say(options, make_report(options, 0, written, folder, {}), set.schema, streams);
    folder.keep();
    return ExitCode::ok;
}

ExitCode run_sql(const TablesOptions& options, Streams& streams) {
    const bool plain = options.microdata.empty() && options.wide.empty() && options.schema.empty() &&
                       options.round == 1 && !options.safe_spreadsheet && options.groups.empty() &&
                       options.key.empty() && options.suppressed.empty() && !options.common.json;
    check_input(plain, [] {
        return std::string{
            "--sql: expected only --columns, --order, --also, --weight, --suppress-below and --dialect with "
            "it, "
            "got microdata or another option"};
    });
    SqlOptions how{.choice = table_choice(options.order, options.columns, options.also),
                   .dialect = options.dialect,
                   .suppress_below = options.suppress_below};
    how.choice.weight = options.weight;
    const std::string statement = tables_sql(options.sql, how);
    write_output(options.common.output.empty() ? "-" : options.common.output, streams.out,
                 [&](std::ostream& out) { out << statement; });
    return ExitCode::ok;
}

ExitCode run_tables(const TablesOptions& options, Streams& streams) {
    if (!options.sql.empty()) return run_sql(options, streams);
    check_limits(options);
    if (!options.wide.empty()) return run_wide(options, streams);
    check_input(options.groups.empty() && options.key.empty() && options.suppressed.empty(), [] {
        return std::string{"--groups, --key and --suppressed: expected --wide FILE with them, got microdata"};
    });
    PublishOptions publish{.choice = table_choice(options.order, options.columns, options.also),
                           .writer = {.csv = csv_options(options.separator),
                                      .round = options.round,
                                      .suppress_below = options.suppress_below}};
    publish.choice.weight = options.weight;
    publish.choice.memory = memory_limit(options.common);
    PinnedFiles files;
    TableStream stream{options.microdata, publish.choice, read_schema(options.schema, files),
                       publish.writer.csv, scratch_file()};
    read_file_blocks(options.microdata, [&](std::string_view block) { stream.add(block); });
    CountedRows rows = stream.finish();
    if (options.safe_spreadsheet) {
        mark_formulas(rows.schema);
        for (std::string& name : publish.choice.columns) name = marked_formula(name);
        for (auto& table : publish.choice.also)
            for (std::string& name : table) name = marked_formula(name);
    }
    const std::vector<std::string> names = published_names(rows, publish, options.microdata);
    OutputFolder folder{"-o", options.common.output, file_uses(options)};
    const std::optional<WrittenTables> written = write_tables(options, rows, publish, names, folder, streams);
    if (!written) return ExitCode::interrupted;
    const std::vector<std::string> notes =
        doubts_about(stream.head(), {.csv = publish.writer.csv, .choice = publish.choice});
    say(options, make_report(options, rows.row_count(), *written, folder, notes), rows.schema, streams);
    folder.keep();
    return ExitCode::ok;
}

}  // namespace

Command tables_command() {
    return {
        .name = "tables",
        .summary = "Make tables of counts from microdata",
        .footer =
            "MICRODATA is a CSV file with a header and one row per individual. Texts, and integers with at "
            "most 256\n"
            "different values, are categories; other numbers go into at most 20 bins of about equal counts; "
            "an "
            "empty\n"
            "field is a separate category. Each table is a long CSV file: its columns, then count; cells "
            "that "
            "are not\n"
            "listed are 0, cells with a blank count are suppressed. schema.json in the same folder keeps the "
            "bins.\n"
            "Rounding and blanks alone do not guarantee privacy.\n"
            "The file is read as a stream: memory depends on the distinct values of its columns and on the "
            "tables,\nnot on the rows.\n"
            "--sql TABLE --columns A,B,... prints one statement instead, for rows that stay in their "
            "database; "
            "synth,\ncheck and explain read its result, saved as CSV.\n\n"
            "Example: drover tables people.csv -o tables/ --order 2 --round 5 --suppress-below 3",
        .task = task<run_tables>};
}

}  // namespace drover::cli

namespace drover::cli::tables {

void add_commands(CommandList& list) { list.add(HelpSection::tables, tables_command()); }

}  // namespace drover::cli::tables
