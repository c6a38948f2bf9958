#include <filesystem>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/moments/category_moments.hpp>
#include <drover/moments/table_writer.hpp>

#include "cmd_tables.hpp"
#include "schema_file.hpp"
#include "table_folder.hpp"
#include "terminal.hpp"

namespace drover::cli {
namespace {

using TableList = std::vector<std::vector<std::size_t>>;

constexpr std::size_t max_table_cells = std::size_t{1} << 28U;
constexpr std::size_t batch_cells = std::size_t{1} << 24U;
constexpr std::int64_t largest_limit = 1'000'000'000'000;

struct WrittenTable {
    std::string name;
    std::vector<std::string> columns;
    TableSummary summary;
};

void check_limits(const TablesOptions& options) {
    const std::string& folder = options.common.output;
    check_input(folder != "-", [] { return std::string{"-o: expected a folder for the tables, got \"-\""}; });
    check_input(options.round >= 1 && options.round <= largest_limit,
                [&] { return "--round: expected 1 to 10^12, got " + std::to_string(options.round); });
    check_input(options.suppress_below >= 0 && options.suppress_below <= largest_limit, [&] {
        return "--suppress-below: expected 0 to 10^12, got " + std::to_string(options.suppress_below);
    });
    check_input(options.microdata != "-" || options.choice.schema != "-",
                [] { return std::string{"expected one input at most from standard input, got several"}; });
}

// Tables have columns of their own beside those of the data.
void check_column_names(const std::string& file, const Schema& schema) {
    for (const char* name : {"count", "p", "se"}) {
        check_input(!schema.find(name), [&] {
            return file +
                   ": header: expected no column named count, p or se, which tables use themselves, got " +
                   quoted(name) + "; --columns can leave it out";
        });
    }
}

std::size_t cell_count(const std::vector<std::size_t>& columns, const Schema& schema) {
    std::size_t cells = 1;
    for (const std::size_t column : columns) {
        const std::size_t values = schema.columns[column].values.size();
        if (cells > max_table_cells / values) return max_table_cells + 1;
        cells *= values;
    }
    return cells;
}

void check_cell_counts(const std::string& file, const TableList& tables, const Schema& schema,
                       const std::vector<std::string>& names) {
    for (std::size_t t = 0; t < tables.size(); ++t) {
        check_input(cell_count(tables[t], schema) <= max_table_cells, [&] {
            return file + ": table " + quoted(names[t]) +
                   ": expected at most 2^28 cells, got more; --columns can leave columns of many values out";
        });
    }
}

void check_not_the_input(const TablesOptions& options, const std::string& path) {
    std::error_code ignored;
    check_input(options.microdata == "-" || !std::filesystem::equivalent(options.microdata, path, ignored),
                [&] { return "-o: expected a folder without the microdata, got " + quoted(path); });
}

// How many tables from `begin` on are counted together: few enough cells to hold at once.
std::size_t batch_end(const TableList& tables, const Schema& schema, std::size_t begin) {
    std::size_t cells = 0;
    std::size_t end = begin;
    while (end < tables.size() && (end == begin || cells + cell_count(tables[end], schema) <= batch_cells))
        cells += cell_count(tables[end++], schema);
    return end;
}

class TablesWriter {
  public:
    TablesWriter(const TablesOptions& options, const CategoryTable& rows, const TableList& tables)
        : options_{options},
          rows_{rows},
          tables_{tables},
          names_{table_names(tables, rows.schema)},
          csv_{csv_options(options.choice.separator)} {
        check_cell_counts(options.microdata, tables, rows.schema, names_);
    }

    // False if the user stopped it.
    bool write(TableFolder& folder, Progress& progress) {
        for (const std::string& name : names_) check_not_the_input(options_, folder.path_of(name + ".csv"));
        for (std::size_t begin = 0; begin < tables_.size() && !progress.stopped();) {
            const std::size_t end = batch_end(tables_, rows_.schema, begin);
            write_batch(folder, begin, end);
            begin = end;
            progress(static_cast<std::int64_t>(end));
        }
        folder.write("schema.json", [&](std::ostream& out) { write_schema(out, rows_.schema); });
        return !progress.stopped();
    }

    const std::vector<WrittenTable>& written() const { return written_; }

  private:
    void write_batch(TableFolder& folder, std::size_t begin, std::size_t end) {
        const auto at = [&](std::size_t t) { return tables_.begin() + static_cast<std::ptrdiff_t>(t); };
        const MarginalTables batch{value_counts(rows_.schema), {at(begin), at(end)}};
        const Moments moments = measure(batch, rows_);
        for (std::size_t t = begin; t < end; ++t) {
            const std::size_t first = batch.first_feature(t - begin);
            const std::size_t size = batch.first_feature(t - begin + 1) - first;
            write_one(folder, t, std::span{moments.counts}.subspan(first, size));
        }
    }

    void write_one(TableFolder& folder, std::size_t t, std::span<const std::int64_t> counts) {
        WrittenTable table{.name = names_[t]};
        for (const std::size_t column : tables_[t])
            table.columns.push_back(rows_.schema.columns[column].name);
        folder.write(names_[t] + ".csv", [&](std::ostream& out) {
            table.summary = write_table(
                out, rows_.schema, tables_[t], counts,
                {.csv = csv_, .round = options_.round, .suppress_below = options_.suppress_below});
        });
        written_.push_back(std::move(table));
    }

    const TablesOptions& options_;
    const CategoryTable& rows_;
    const TableList& tables_;
    std::vector<std::string> names_;
    CsvOptions csv_;
    std::vector<WrittenTable> written_;
};

std::vector<Report> table_reports(const std::vector<WrittenTable>& tables, const TableFolder& folder) {
    std::vector<Report> reports;
    for (const WrittenTable& table : tables) {
        Report& report = reports.emplace_back();
        report.add("name", "", table.name);
        report.add("file", "", folder.path_of(table.name + ".csv"));
        report.add("columns", "", table.columns);
        report.add("cells", "", static_cast<std::int64_t>(table.summary.cell_count));
        report.add("listed", "", static_cast<std::int64_t>(table.summary.listed_count));
        report.add("suppressed", "", static_cast<std::int64_t>(table.summary.suppressed_count));
        report.add("total", "", table.summary.total);
    }
    return reports;
}

TableSummary sum(const std::vector<WrittenTable>& tables) {
    TableSummary all;
    for (const WrittenTable& table : tables) {
        all.cell_count += table.summary.cell_count;
        all.listed_count += table.summary.listed_count;
        all.suppressed_count += table.summary.suppressed_count;
    }
    return all;
}

Report make_report(const TablesOptions& options, const CategoryTable& rows,
                   const std::vector<WrittenTable>& tables, const TableFolder& folder) {
    const TableSummary all = sum(tables);
    const std::size_t others = folder.other_csv_count();
    Report report;
    report.add("format", "", "drover.tables/1");
    report.add("microdata", "", options.microdata);
    add_choice_entries(report, options.choice);
    report.add("round", options.round > 1 ? "rounded to" : "", options.round);
    report.add("suppress_below", "", options.suppress_below);
    add_common_entries(report, options.common);
    report.add("rows", "rows", static_cast<std::int64_t>(rows.row_count()));
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

}  // namespace

void add_tables(CLI::App& app, TablesOptions& options) {
    CLI::App& command = add_command(
        app, "tables", "Make tables of counts from microdata",
        "MICRODATA is a CSV file with a header and one row an individual. Texts, and whole numbers of at "
        "most "
        "256\n"
        "different values, are categories; other numbers go into at most 20 bins of about equal counts; an "
        "empty\n"
        "field is a category of its own. Each table is a long CSV file: its columns, then count; cells that "
        "are not\n"
        "listed are 0, cells with a blank count are suppressed. schema.json beside them keeps the bins.\n"
        "Rounding and blanks as such promise no privacy.\n\n"
        "Example: drover tables people.csv -o tables/ --order 2 --round 5 --suppress-below 3");
    add_option(command, "MICRODATA", options.microdata,
               "CSV file, one row an individual; - is standard input")
        .required()
        .check(file_name());
    add_microdata_choice(command, options.choice);
    add_option(command, "--round", options.round, "Round every count to a multiple of it, halves up")
        .transform(whole_number())
        .capture_default_str()
        .type_name("B");
    add_count(command, "--suppress-below", options.suppress_below, "Leave counts from 1 to below it blank");
    add_common_options(command, options.common);
    option_of(command, "--output")
        .description("Folder for the tables; made if absent, files of the same name are replaced")
        .required()
        .default_str("")
        .type_name("DIR");
}

ExitCode run_tables(const TablesOptions& options, Streams& streams) {
    check_limits(options);
    const CategoryTable rows = read_chosen(options.microdata, options.choice);
    check_column_names(options.microdata, rows.schema);
    const TableList tables = chosen_tables(options.choice, rows.schema);
    TablesWriter writer{options, rows, tables};
    TableFolder folder{options.common.output};
    {
        Progress progress{"tables", static_cast<std::int64_t>(tables.size()), options.common, streams};
        if (!writer.write(folder, progress)) return ExitCode::interrupted;
    }
    const Report report = make_report(options, rows, writer.written(), folder);
    if (options.common.json) {
        write_json(streams.out, report);
    } else {
        write_columns(streams.out, rows.schema);
        write_text(streams.out, report);
    }
    check_written("-", streams.out);
    folder.keep();
    return ExitCode::ok;
}

}  // namespace drover::cli
