#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/data/natural_order.hpp>
#include <drover/number/rational_sum.hpp>
#include <drover/tables/file.hpp>
#include <drover/tables/impl/raw_table.hpp>
#include <drover/tables/memory.hpp>

namespace drover {
namespace {

constexpr std::size_t max_cells = std::size_t{1} << 28U;
constexpr std::uint64_t max_numbers = std::uint64_t{1} << 62U;  // of cells, listed or not
// A table of more cells than this keeps only the listed ones, if they are fewer than one in this many.
constexpr std::size_t max_dense_cells = std::size_t{1} << 20U;
constexpr std::size_t sparse_factor = 8;
// Bytes per cell of a table while it is read, measured; standard errors are added.
constexpr double bytes_a_cell = 60;
constexpr double bytes_an_error = 32;

void check_names(std::span<const RawTable> tables) {
    std::unordered_map<std::string, const RawTable*> seen;
    for (const RawTable& table : tables) {
        const std::string name = table_name(table.file);
        const RawTable& first = *seen.emplace(name, &table).first->second;
        check_input(&first == &table, [&] {
            return Problem{Fault::repeated,
                           {.file = first.file + " and " + table.file},
                           "tables of different names",
                           quoted(name) + " twice"};
        });
    }
}

// The columns in order of appearance, the values in natural order.
Schema made_schema(std::span<const RawTable> tables) {
    Schema schema;
    std::unordered_map<std::string_view, std::size_t> numbers;
    std::vector<std::unordered_set<std::string_view>> values;
    for (const RawTable& table : tables) {
        for (const RawColumn& column : table.columns) {
            const auto [found, is_new] = numbers.emplace(column.name, numbers.size());
            if (is_new) {
                schema.columns.push_back({.name = column.name, .values = {}, .bins = {}});
                values.emplace_back();
            }
            values[found->second].insert(column.values.begin(), column.values.end());
        }
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        schema.columns[i].values.assign(values[i].begin(), values[i].end());
        std::sort(schema.columns[i].values.begin(), schema.columns[i].values.end(), natural_less);
    }
    return schema;
}

// Those columns of the schema that the tables have.
Schema used_schema(const Schema& given, std::span<const RawTable> tables) {
    std::unordered_set<std::string_view> names;
    for (const RawTable& table : tables) {
        for (const RawColumn& column : table.columns) names.insert(column.name);
    }
    Schema schema;
    for (const Column& column : given.columns) {
        if (names.contains(column.name)) schema.columns.push_back(column);
    }
    return schema;
}

// Turns the rows of files into cells of the schema.
class CellMaker {
  public:
    CellMaker(const Schema& schema, bool absent_unknown) : schema_{schema}, absent_unknown_{absent_unknown} {
        values_.resize(schema.columns.size());
        for (std::size_t i = 0; i < schema.columns.size(); ++i) {
            columns_.emplace(schema.columns[i].name, i);
            const std::vector<std::string>& values = schema.columns[i].values;
            for (std::size_t v = 0; v < values.size(); ++v)
                values_[i].emplace(values[v], static_cast<std::uint32_t>(v));
        }
    }

    CountTable prepare(const RawTable& raw) const {
        CountTable table{.name = table_name(raw.file), .file = raw.file};
        table.shares = raw.shares;
        for (const RawColumn& column : raw.columns) {
            const auto found = columns_.find(column.name);
            check_input(found != columns_.end(), [&] {
                return Problem{Fault::unknown,
                               {.file = raw.file, .key = "header"},
                               "columns of the schema",
                               quoted(column.name),
                               did_you_mean(column.name, column_names(schema_))};
            });
            table.columns.push_back(found->second);
        }
        return table;
    }

    // The cells to keep: of a large table with few listed cells, only these.
    std::size_t kept_count(const CountTable& table, const RawTable& raw) const {
        return is_sparse(table, raw) ? raw.row_count() : cell_count(table);
    }
    bool is_sparse(const CountTable& table, const RawTable& raw) const {
        return !absent_unknown_ && cell_count(table) > max_dense_cells &&
               raw.row_count() < cell_count(table) / sparse_factor;
    }

    // More than max_cells stay max_cells + 1.
    std::size_t cell_count(const CountTable& table) const {
        std::size_t cells = 1;
        for (const std::size_t column : table.columns) {
            const std::size_t count = schema_.columns[column].values.size();
            if (count > max_cells / cells) return max_cells + 1;
            cells *= count;
        }
        return cells;
    }

    void fill(CountTable& table, const RawTable& raw) const {
        if (is_sparse(table, raw)) {
            fill_listed(table, raw);
        } else {
            fill_all(table, raw);
        }
        if (std::find(table.unknown.begin(), table.unknown.end(), true) == table.unknown.end())
            table.unknown.clear();
    }

  private:
    void fill_listed(CountTable& table, const RawTable& raw) const {
        const std::vector<std::vector<std::uint64_t>> offsets = cell_offsets(table, raw);
        std::vector<std::pair<std::uint64_t, std::size_t>> order;
        for (std::size_t row = 0; row < raw.row_count(); ++row)
            order.emplace_back(cell_of(raw, row, offsets), row);
        std::sort(order.begin(), order.end());
        for (std::size_t k = 0; k < order.size(); ++k) {
            const auto& [cell, row] = order[k];
            check_input(k == 0 || order[k - 1].first != cell,
                        [&, at = k] { return twice(raw, order[at].second, order[at - 1].second + 1); });
            table.listed.push_back(cell);
            table.counts.push_back(raw.counts[row]);
            if (raw.has_errors) table.errors.push_back(raw.errors[row]);
            table.unknown.push_back(raw.blank[row]);
            table.suppressed_count += raw.blank[row] ? 1U : 0U;
        }
    }

    void fill_all(CountTable& table, const RawTable& raw) const {
        const std::size_t cells = cell_count(table);
        const bool has_unknown =
            absent_unknown_ || std::find(raw.blank.begin(), raw.blank.end(), true) != raw.blank.end();
        table.counts.resize(cells);
        if (raw.has_errors) table.errors.resize(cells);
        if (has_unknown) table.unknown.assign(cells, absent_unknown_);
        const std::vector<std::vector<std::uint64_t>> offsets = cell_offsets(table, raw);
        std::vector<std::size_t> first_rows(cells);  // counted from 1
        for (std::size_t row = 0; row < raw.row_count(); ++row) {
            const auto cell = static_cast<std::size_t>(cell_of(raw, row, offsets));
            check_input(first_rows[cell] == 0, [&] { return twice(raw, row, first_rows[cell]); });
            first_rows[cell] = row + 1;
            table.counts[cell] = raw.counts[row];
            if (raw.has_errors) table.errors[cell] = raw.errors[row];
            if (has_unknown) table.unknown[cell] = raw.blank[row];
            table.suppressed_count += raw.blank[row] ? 1U : 0U;
        }
    }

    // What each value of each column of the file adds to the number of a cell.
    std::vector<std::vector<std::uint64_t>> cell_offsets(const CountTable& table, const RawTable& raw) const {
        std::vector<std::vector<std::uint64_t>> offsets(raw.columns.size());
        std::uint64_t stride = 1;
        for (std::size_t j = raw.columns.size(); j-- > 0;) {
            const RawColumn& column = raw.columns[j];
            for (std::size_t v = 0; v < column.values.size(); ++v) {
                const auto& numbers = values_[table.columns[j]];
                const auto found = numbers.find(column.values[v]);
                check_input(found != numbers.end(), [&] {
                    return Problem{
                        Fault::unknown, raw.place(column.first_rows[v], column.name),
                        "a category of the schema, " + listed_names(schema_.columns[table.columns[j]].values),
                        quoted(column.values[v]),
                        did_you_mean(column.values[v], schema_.columns[table.columns[j]].values)};
                });
                offsets[j].push_back(found->second * stride);
            }
            const std::uint64_t count = schema_.columns[table.columns[j]].values.size();
            check_input(count <= max_numbers / stride, [&] {
                return Problem{Fault::range,
                               {.file = raw.file},
                               "a table of at most 2^62 cells",
                               "more by its " + std::to_string(raw.columns.size()) + " columns"};
            });
            stride *= count;
        }
        return offsets;
    }

    static std::uint64_t cell_of(const RawTable& raw, std::size_t row,
                                 const std::vector<std::vector<std::uint64_t>>& offsets) {
        std::uint64_t cell = 0;
        for (std::size_t j = 0; j < offsets.size(); ++j)
            cell += offsets[j][raw.codes[row * offsets.size() + j]];
        return cell;
    }

    static Problem twice(const RawTable& raw, std::size_t row, std::size_t first_row) {
        std::string cell;
        for (std::size_t j = 0; j < raw.columns.size(); ++j) {
            const RawColumn& column = raw.columns[j];
            cell += (j > 0 ? ", " : "") + column.name + '=' +
                    column.values[raw.codes[row * raw.columns.size() + j]];
        }
        return {Fault::repeated,
                {.file = raw.file, .row = static_cast<std::int64_t>(row) + 1},
                "each cell once",
                cell + " again, first in row " + std::to_string(first_row)};
    }

    const Schema& schema_;
    bool absent_unknown_;
    std::unordered_map<std::string_view, std::size_t> columns_;
    std::vector<std::unordered_map<std::string_view, std::uint32_t>> values_;
};

void check_sizes(std::span<const CountTable> tables, std::span<const RawTable> raws, const CellMaker& maker,
                 const MemoryLimit& memory) {
    std::size_t sum = 0;
    std::size_t largest = 0;
    bool has_errors = false;
    const auto kept = [&](std::size_t k) { return maker.kept_count(tables[k], raws[k]); };
    for (std::size_t k = 0; k < tables.size(); ++k) {
        sum += kept(k);
        has_errors = has_errors || raws[k].has_errors;
        if (kept(k) > kept(largest)) largest = k;
    }
    check_input(sum <= max_cells, [&] {
        const std::size_t cells = kept(largest);
        return Problem{Fault::range,
                       {.file = tables[largest].file},
                       "at most 2^28 cells in all tables together",
                       (cells > max_cells ? "more" : std::to_string(cells)) + " in this one, the largest"};
    });
    memory.check(tables[largest].file + (tables.size() > 1 ? ", the largest table" : ""),
                 static_cast<double>(sum), bytes_a_cell + (has_errors ? bytes_an_error : 0));
}

void check_total(const CountTable& table) {
    RationalSum sum;
    at({.file = table.file}, [&] {
        for (const Rational& count : table.counts) sum.add(count);
    });
    check_input(!table.unknown.empty() || sum.value().numerator() > 0, [&] {
        return Problem{
            Fault::range, {.file = table.file}, "counts with a total above 0", to_string(sum.value())};
    });
}

TableSet made_set(std::span<const RawTable> raws, const TableFileOptions& options) {
    check_input(!raws.empty(), [] { return Problem{Fault::missing, {}, "at least one table", "none"}; });
    check_names(raws);
    TableSet set;
    set.ordered_by_schema = options.schema.has_value();
    set.schema = options.schema ? used_schema(*options.schema, raws) : made_schema(raws);
    const CellMaker maker{set.schema, options.absent_unknown};
    for (const RawTable& raw : raws) set.tables.push_back(maker.prepare(raw));
    check_sizes(set.tables, raws, maker, options.memory);
    with_memory_context(set, [&] {
        for (std::size_t k = 0; k < raws.size(); ++k) {
            throw_if_stopped(options.control);
            maker.fill(set.tables[k], raws[k]);
            check_total(set.tables[k]);
        }
    });
    return set;
}

}  // namespace

TableSet parse_tables(std::span<const TableText> texts, const TableFileOptions& options) {
    std::vector<RawTable> raws;
    for (const TableText& text : texts) raws.push_back(parse_raw_table(text.text, text.file, options));
    return made_set(raws, options);
}

bool is_table_header(std::span<const std::string_view> header) {
    return std::any_of(header.begin(), header.end(),
                       [](std::string_view name) { return name == "count" || name == "p"; });
}

bool looks_like_table(const TableText& table, CsvOptions options) {
    CsvReader reader{table.text, table.file, options};
    return reader.next() && is_table_header(reader.fields());
}

std::string table_name(const std::string& file) {
    std::string_view name{file};
    name.remove_prefix(name.find_last_of('/') + 1);
    if (name.ends_with(".gz")) name.remove_suffix(3);
    if (name.ends_with(".csv")) name.remove_suffix(4);
    return std::string{name};
}

}  // namespace drover
