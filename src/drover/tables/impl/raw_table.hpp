#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <drover/core/problem.hpp>
#include <drover/number/rational.hpp>
#include <drover/tables/file.hpp>

namespace drover {

/// A column of a table file: its values in order of appearance, and the row where each came first.
struct RawColumn {
    std::string name;
    std::vector<std::string> values;
    std::vector<std::size_t> first_rows;
};

/// A table file as written: one entry per row. Rows are numbered from 0.
struct RawTable {
    std::string file;
    bool shares = false;
    bool has_errors = false;
    std::vector<RawColumn> columns;
    std::vector<std::uint32_t> codes;  ///< numbers of the values, row after row
    std::vector<Rational> counts;
    std::vector<bool> blank;
    std::vector<Rational> errors;  ///< empty unless has_errors

    std::size_t row_count() const { return counts.size(); }
    /// 't.csv: row 14, column "age"'
    Place place(std::size_t row, std::string_view column) const;
};

/// Throws InputError naming file, row and column.
RawTable parse_raw_table(std::string_view text, const std::string& file, const TableFileOptions& options);

}  // namespace drover
