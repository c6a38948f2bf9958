#pragma once

#include <map>
#include <span>

#include <drover/core/run_control.hpp>
#include <drover/data/csv_reader.hpp>
#include <drover/data/schema.hpp>
#include <drover/number/decimal.hpp>
#include <drover/number/rational.hpp>

namespace drover {

/// Rows of categories, one after the other: row r has cells[r * columns .. (r + 1) * columns).
struct CategoryTable {
    Schema schema;
    std::vector<std::uint32_t> cells;
    std::vector<Rational> weights = {};  ///< how many people each row represents; empty: one each

    std::size_t column_count() const { return schema.columns.size(); }
    std::size_t row_count() const { return cells.size() / column_count(); }
    std::span<const std::uint32_t> row(std::size_t r) const {
        return std::span{cells}.subspan(r * column_count(), column_count());
    }
};

struct MicrodataOptions {
    CsvOptions csv = {};
    std::vector<std::string> columns = {};  ///< only these, in this order; empty: all
    /// A column of numbers of at least 0: how many people a row represents. It is not a column of the table.
    /// Empty: none.
    std::string weight = {};
    std::size_t max_distinct = 256;  ///< integers with more distinct values become bins
    std::size_t bin_count = 20;      ///< the largest number of bins
    /// Columns named here take their values and bins from it; others are made from the data.
    std::optional<Schema> schema = {};
    /// Columns of numbers whose bins have these ascending edges, whatever the schema says.
    std::map<std::string, std::vector<Decimal>> edges = {};
    RunControl control = {};  ///< counts rows; Stopped is thrown where it asks for that
};

/// Columns of categories from CSV text with a header and one row per individual. Their categories do not
/// depend on the order of the rows:
/// - integers of at most max_distinct different values: one category per value, in ascending order;
/// - other columns of numbers: bins of about equal counts, with as many decimals as the longest number (at
/// most 18, and so few that values stay below 2^62 units; further digits are cut off);
/// - everything else: one category per distinct text; numbers first, then the others in byte order.
/// An empty field is missing: the category with the empty name, always the last. Weights are read exactly and
/// do not affect the categories. Throws InputError naming file, row and column.
CategoryTable parse_microdata(std::string_view text, const std::string& name,
                              const MicrodataOptions& options = {});

}  // namespace drover
