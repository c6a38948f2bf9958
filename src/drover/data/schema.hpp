#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drover {

/// The numbers first, first + 1, ..., last in units of 10^-decimals of the column.
struct Bin {
    std::int64_t first = 0;
    std::int64_t last = 0;

    friend bool operator==(const Bin&, const Bin&) = default;
};

/// A column of categories. Those of a column of numbers are bins; the empty name is the missing value.
struct Column {
    std::string name;
    std::vector<std::string> values;  ///< names of the categories, in order, all different
    std::vector<Bin> bins;            ///< of the first values; empty: plain categories
    int decimals = 0;

    /// The number of a category, or nothing.
    std::optional<std::uint32_t> find(std::string_view value) const;
};

struct Schema {
    std::vector<Column> columns;

    /// The number of a column, or nothing.
    std::optional<std::size_t> find(std::string_view name) const;
};

/// "A", "B" or "C"; of more than ten names the first ten and the number of the others.
std::string listed_names(const std::vector<std::string>& names);
std::vector<std::string> column_names(const Schema& schema);

/// The number of values of each column, as MarginalTables expects it.
std::vector<std::size_t> value_counts(const Schema& schema);

}  // namespace drover
