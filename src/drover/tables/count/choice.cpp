#include <algorithm>
#include <set>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/herd/features/marginal_tables.hpp>
#include <drover/tables/count/choice.hpp>
#include <drover/tables/memory.hpp>

namespace drover {
namespace {

using TableColumns = std::vector<std::vector<std::size_t>>;

constexpr std::size_t max_tables = 100'000;
constexpr std::size_t max_cells_together = std::size_t{1} << 28U;
constexpr double bytes_a_counted_cell =
    60;  // bytes per cell of a table while it is counted and compared, measured
constexpr std::size_t longest_name = 200;  // file systems allow 255 bytes, and a temporary name is longer

bool may_stay(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           c == '-' || c == '_' || c == '.';
}

// Cuts between UTF-8 characters, not inside one.
std::string cut(std::string name) {
    if (name.size() <= longest_name) return name;
    std::size_t size = longest_name;
    while (size > 0 && (static_cast<unsigned char>(name[size]) & 0xC0U) == 0x80U) --size;
    name.resize(size);
    return name;
}

std::string plain_name(const std::vector<std::size_t>& columns, const Schema& schema) {
    std::string name;
    for (const std::size_t column : columns) {
        if (!name.empty()) name += "_x_";
        for (const char c : schema.columns[column].name) name += may_stay(c) ? c : '-';
    }
    return cut(std::move(name));
}

// The chosen columns, then those that only an additional table names; empty: all columns of the file.
std::vector<std::string> needed_columns(const TableChoice& choice) {
    if (choice.columns.empty()) return {};
    std::vector<std::string> names = choice.columns;
    for (const std::vector<std::string>& table : choice.also) {
        for (const std::string& name : table) {
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        }
    }
    return names;
}

void check_order(std::int64_t order, std::size_t column_count) {
    check_input(order >= 0 && order <= static_cast<std::int64_t>(column_count), [&] {
        return Problem{Fault::range,
                       {.option = "order"},
                       "0 to " + std::to_string(column_count) + ", the number of columns",
                       std::to_string(order)};
    });
    const auto chosen = static_cast<std::size_t>(order);
    std::size_t tables = 1;
    for (std::size_t k = 0; k < std::min(chosen, column_count - chosen); ++k) {
        tables = tables * (column_count - k) / (k + 1);
        check_input(tables <= max_tables, [&] {
            return Problem{Fault::range,
                           {.option = "order"},
                           "at most " + std::to_string(max_tables) + " tables",
                           "more with order " + std::to_string(order)};
        });
    }
}

std::vector<std::size_t> columns_of(const std::vector<std::string>& table, const Schema& schema) {
    std::vector<std::size_t> columns;
    for (const std::string& name : table) {
        const std::optional<std::size_t> column = schema.find(name);
        check_input(column.has_value(), [&] {
            return Problem{Fault::unknown,
                           {.option = "also"},
                           "columns of the microdata",
                           quoted(name),
                           did_you_mean(name, column_names(schema))};
        });
        columns.push_back(*column);
    }
    return columns;
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

// Removes the tables with too many cells and returns their number.
std::int64_t leave_out_large(TableColumns& tables, const Schema& schema, std::int64_t max_cells,
                             const std::string& file) {
    const std::size_t before = tables.size();
    std::erase_if(tables, [&](const auto& columns) { return is_larger(columns, schema, max_cells); });
    check_input(!tables.empty(), [&] {
        return Problem{Fault::missing,
                       {.file = file},
                       "at least one table to count",
                       "none (see {order} and {max_cells})"};
    });
    return static_cast<std::int64_t>(before - tables.size());
}

// Each stratum has its own tables: every table gets the column of the strata.
void add_column(TableColumns& tables, const std::string& name, const Schema& schema) {
    const auto column = schema.find(name);
    check_input(column.has_value(), [&] {
        return Problem{Fault::unknown,
                       {.option = "by"},
                       "a column of the tables",
                       quoted(name),
                       did_you_mean(name, column_names(schema))};
    });
    TableColumns wider;
    for (std::vector<std::size_t> table : tables) {
        if (std::find(table.begin(), table.end(), *column) == table.end()) table.push_back(*column);
        std::sort(table.begin(), table.end());
        if (std::find(wider.begin(), wider.end(), table) == wider.end()) wider.push_back(table);
    }
    tables = std::move(wider);
}

void count_tables(TableSet& set, const MarginalTables& features, const MeasurableRows& rows,
                  const RunControl& control) {
    const auto take = [&](const auto& count_of) {
        for (std::size_t k = 0; k < features.table_count(); ++k) {
            throw_if_stopped(control);
            set.tables[k].counts.reserve(features.first_feature(k + 1) - features.first_feature(k));
            for (std::size_t a = features.first_feature(k); a < features.first_feature(k + 1); ++a)
                set.tables[k].counts.push_back(count_of(a));
        }
    };
    if (!rows.is_weighted()) {
        const Moments moments = rows.measure(features, control);
        take([&](std::size_t a) { return Rational{moments.counts[a]}; });
    } else {
        const WeightedMoments weighted = rows.measure_weighted(features, control);
        take([&](std::size_t a) { return Rational{weighted.moments.counts[a], weighted.denominator}; });
    }
}

}  // namespace

MicrodataOptions microdata_options(const TableChoice& choice, const std::optional<SchemaFile>& schema,
                                   CsvOptions csv) {
    MicrodataOptions options{.csv = csv, .columns = needed_columns(choice), .weight = choice.weight};
    options.control = choice.control;
    if (schema) {
        options.schema = schema->schema;
        options.edges = schema->edges;
    }
    return options;
}

CategoryTable microdata_of(std::string_view text, const std::string& name, const TableChoice& choice,
                           const std::optional<SchemaFile>& schema, CsvOptions csv) {
    return parse_microdata(text, name, microdata_options(choice, schema, csv));
}

CategoryTable microdata_of(std::span<const CodedColumn> columns, const std::string& name,
                           const TableChoice& choice, const std::optional<SchemaFile>& schema) {
    return code_columns(columns, name, microdata_options(choice, schema, {}));
}

std::vector<std::vector<std::size_t>> chosen_tables(const TableChoice& choice, const Schema& schema) {
    const std::size_t column_count = choice.columns.empty() ? schema.columns.size() : choice.columns.size();
    check_order(choice.order, column_count);
    TableColumns tables;
    if (choice.order > 0) tables = all_tables(column_count, static_cast<std::size_t>(choice.order));
    std::set<std::set<std::size_t>> seen;
    for (const auto& table : tables) seen.emplace(table.begin(), table.end());
    for (const std::vector<std::string>& names : choice.also) {
        std::vector<std::size_t> table = columns_of(names, schema);
        if (seen.emplace(table.begin(), table.end()).second) tables.push_back(std::move(table));
    }
    check_input(!tables.empty(), [] {
        return Problem{Fault::missing, {.option = "order"}, "tables by {also} for order 0", "none"};
    });
    if (!choice.by.empty()) add_column(tables, choice.by, schema);
    return tables;
}

std::vector<std::string> table_names(const std::vector<std::vector<std::size_t>>& tables,
                                     const Schema& schema) {
    std::vector<std::string> names;
    std::set<std::string> seen;
    for (const std::vector<std::size_t>& columns : tables) {
        const std::string plain = plain_name(columns, schema);
        std::string name = plain;
        for (std::size_t number = 2; !seen.insert(name).second; ++number)
            name = plain + "_" + std::to_string(number);
        names.push_back(std::move(name));
    }
    return names;
}

TableSet tables_of(const MeasurableRows& rows, const TableChoice& choice, const std::string& name) {
    TableColumns tables = chosen_tables(choice, rows.schema());
    TableSet set{.schema = rows.schema(), .tables = {}, .from_microdata = true};
    set.row_count = rows.row_count();
    set.weighted = rows.is_weighted();
    set.left_out = leave_out_large(tables, rows.schema(), choice.max_cells, name);
    check_input(set.left_out == 0 || choice.leave_out_large, [&] {
        return Problem{Fault::range,
                       {.file = name},
                       "tables of at most " + std::to_string(choice.max_cells) + " cells",
                       std::to_string(set.left_out) + " larger",
                       "{columns} can leave columns out, {max_cells} allows more"};
    });
    const std::vector<std::string> names = table_names(tables, rows.schema());
    const MarginalTables features{value_counts(rows.schema()), std::move(tables)};
    for (std::size_t k = 0; k < features.table_count(); ++k) {
        CountTable table{.name = names[k], .file = name};
        table.columns.assign(features.table_columns(k).begin(), features.table_columns(k).end());
        set.tables.push_back(std::move(table));
    }
    check_memory(choice.memory, set, {.all = bytes_a_counted_cell});
    check_input(features.feature_count() <= max_cells_together, [&] {
        return Problem{Fault::range,
                       {.file = name},
                       "tables of at most 2^28 cells in all",
                       std::to_string(features.feature_count()),
                       largest_table(set)};
    });
    with_memory_context(set, [&] { count_tables(set, features, rows, choice.control); });
    return set;
}

}  // namespace drover
