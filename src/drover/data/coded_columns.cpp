#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/data/coded_columns.hpp>
#include <drover/data/csv.hpp>
#include <drover/data/impl/column_coding.hpp>
#include <drover/data/impl/microdata_stream.hpp>

namespace drover {
namespace {

// Writes one column of cells stored row by row.
void write_column(std::vector<std::uint32_t>& cells, std::size_t j, std::size_t column_count,
                  std::span<const std::uint32_t> codes, std::span<const std::uint32_t> category_of) {
    std::size_t at = j;
    for (const std::uint32_t code : codes) {
        cells[at] = category_of[code];
        at += column_count;
    }
}

}  // namespace

std::size_t checked_row_count(std::span<const CodedColumn> columns, const std::string& name) {
    check_input(!columns.empty(), [&] {
        return Problem{Fault::missing, {.file = name}, "at least one column", "none"};
    });
    const std::size_t rows = columns.front().codes.size();
    for (const CodedColumn& column : columns) {
        check_input(column.codes.size() == rows, [&] {
            return Problem{Fault::range,
                           {.file = name, .column = column.name},
                           std::to_string(rows) + " rows",
                           std::to_string(column.codes.size())};
        });
        check_input(
            std::all_of(column.codes.begin(), column.codes.end(),
                        [&](std::uint32_t code) { return code < column.texts.size(); }),
            [&] {
                return Problem{Fault::range, {.file = name, .column = column.name}, "codes of its texts"};
            });
    }
    check_input(rows > 0, [&] {
        return Problem{Fault::missing, {.file = name}, "at least one row", "none"};
    });
    return rows;
}

std::vector<std::string> names_of(std::span<const CodedColumn> columns) {
    std::vector<std::string> names;
    for (const CodedColumn& column : columns) names.push_back(column.name);
    return names;
}

CategoryTable code_columns(std::span<const CodedColumn> columns, const std::string& name,
                           const MicrodataOptions& options) {
    const std::size_t rows = checked_row_count(columns, name);
    impl::MicrodataStream stream{names_of(columns), name, options};
    stream.add(columns, 0, rows);
    return take_rows(stream);
}

Schema schema_of(std::span<const CountedValues> columns, const std::string& name,
                 const MicrodataOptions& options) {
    std::vector<std::string> names;
    for (const CountedValues& column : columns) names.push_back(column.name);
    const impl::ChosenColumns chosen{names, name, options};
    Schema schema;
    for (const std::size_t at : chosen.positions) {
        const CountedValues& column = columns[at];
        const auto place = [&] { return Place{.file = name, .column = column.name}; };
        check_input(column.texts.size() == column.counts.size() && !column.texts.empty(), [&] {
            return Problem{Fault::range, place(), "texts and one count for each"};
        });
        impl::Dictionary texts{{}};
        for (std::size_t k = 0; k < column.texts.size(); ++k) texts.add(column.texts[k], column.counts[k]);
        schema.columns.push_back(
            impl::code_column(column.name, texts, options, [&](std::size_t) { return place(); }).column);
    }
    return schema;
}

CategoryTable rows_of(std::span<const CodedColumn> columns, const std::string& name) {
    const std::size_t rows = checked_row_count(columns, name);
    check_csv_header(names_of(columns), name);
    CategoryTable table;
    table.cells.resize(rows * columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
        std::vector<std::uint32_t> category_of(columns[j].texts.size());
        for (std::uint32_t code = 0; code < category_of.size(); ++code) category_of[code] = code;
        table.schema.columns.push_back({.name = columns[j].name, .values = columns[j].texts});
        write_column(table.cells, j, columns.size(), columns[j].codes, category_of);
    }
    return table;
}

}  // namespace drover
