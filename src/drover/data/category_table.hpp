#pragma once

#include <span>

#include <drover/data/csv_reader.hpp>
#include <drover/data/schema.hpp>

namespace drover {

/// Rows of categories, one after the other: row r has cells[r * columns .. (r + 1) * columns).
struct CategoryTable {
    Schema schema;
    std::vector<std::uint32_t> cells;

    std::size_t column_count() const { return schema.columns.size(); }
    std::size_t row_count() const { return cells.size() / column_count(); }
    std::span<const std::uint32_t> row(std::size_t r) const {
        return std::span{cells}.subspan(r * column_count(), column_count());
    }
};

}  // namespace drover
