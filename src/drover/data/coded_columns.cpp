#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/data/coded_columns.hpp>
#include <drover/data/column_coding_detail.hpp>
#include <drover/data/csv.hpp>

namespace drover {
namespace {

using detail::Dictionary;

// As many rows in each column, every code one of its texts.
std::size_t checked_row_count(std::span<const CodedColumn> columns, const std::string& name) {
    check_input(!columns.empty(), [&] { return name + ": expected at least one column, got none"; });
    const std::size_t rows = columns.front().codes.size();
    for (const CodedColumn& column : columns) {
        check_input(column.codes.size() == rows, [&] {
            return name + ": column " + quoted(column.name) + ": expected " + std::to_string(rows) +
                   " rows, got " + std::to_string(column.codes.size());
        });
        check_input(
            std::all_of(column.codes.begin(), column.codes.end(),
                        [&](std::uint32_t code) { return code < column.texts.size(); }),
            [&] { return name + ": column " + quoted(column.name) + ": expected codes of its texts"; });
    }
    check_input(rows > 0, [&] { return name + ": expected at least one row, got none"; });
    return rows;
}

std::vector<std::string> names_of(std::span<const CodedColumn> columns) {
    std::vector<std::string> names;
    for (const CodedColumn& column : columns) names.push_back(column.name);
    return names;
}

// Writes one column of cells that lie row after row.
void write_column(std::vector<std::uint32_t>& cells, std::size_t j, std::size_t column_count,
                  std::span<const std::uint32_t> codes, std::span<const std::uint32_t> category_of) {
    std::size_t at = j;
    for (const std::uint32_t code : codes) {
        cells[at] = category_of[code];
        at += column_count;
    }
}

class ColumnReader {
  public:
    ColumnReader(const CodedColumn& column, const std::string& name)
        : column_{column}, name_{name}, texts_{std::string_view{}}, entry_of_(column.texts.size()) {
        std::vector<std::int64_t> counts(column.texts.size());
        for (const std::uint32_t code : column.codes) ++counts[code];
        for (std::size_t code = 0; code < counts.size(); ++code)
            if (counts[code] > 0) entry_of_[code] = texts_.add(column.texts[code], counts[code]);
    }

    detail::PlaceOf place() const {
        return [this](std::size_t entry) {
            const auto at = std::find_if(column_.codes.begin(), column_.codes.end(), [&](std::uint32_t code) {
                return column_.texts[code] == texts_.text(entry);
            });
            return name_ + ": row " + std::to_string(at - column_.codes.begin() + 1) + ", column " +
                   quoted(column_.name);
        };
    }

    Column code(const MicrodataOptions& options, std::vector<std::uint32_t>& category_of) const {
        detail::ColumnCoding coding = detail::code_column(column_.name, texts_, options, place());
        category_of.assign(entry_of_.size(), 0);
        for (std::size_t code = 0; code < entry_of_.size(); ++code)
            category_of[code] = coding.categories[entry_of_[code]];
        return std::move(coding.column);
    }

    std::vector<Rational> weights() const {
        std::vector<Rational> of_entry;
        for (std::size_t entry = 0; entry < texts_.size(); ++entry)
            of_entry.push_back(detail::parse_weight(texts_.text(entry), [&] { return place()(entry); }));
        std::vector<Rational> weights;
        for (const std::uint32_t code : column_.codes) weights.push_back(of_entry[entry_of_[code]]);
        return weights;
    }

  private:
    const CodedColumn& column_;
    const std::string& name_;
    Dictionary texts_;
    std::vector<std::uint32_t> entry_of_;  // of each text; 0 where no row has it
};

}  // namespace

CategoryTable code_columns(std::span<const CodedColumn> columns, const std::string& name,
                           const MicrodataOptions& options) {
    const std::size_t rows = checked_row_count(columns, name);
    const detail::ChosenColumns chosen{names_of(columns), name, options};
    CategoryTable table;
    const std::size_t count = chosen.positions.size();
    table.cells.resize(rows * count);
    std::vector<std::uint32_t> category_of;
    for (std::size_t j = 0; j < count; ++j) {
        const CodedColumn& column = columns[chosen.positions[j]];
        table.schema.columns.push_back(ColumnReader{column, name}.code(options, category_of));
        write_column(table.cells, j, count, column.codes, category_of);
    }
    if (!options.weight.empty()) {
        table.weights = ColumnReader{columns[chosen.weight_at], name}.weights();
        detail::check_weights(table.weights, name, options.weight);
    }
    return table;
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
