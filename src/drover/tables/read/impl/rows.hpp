#pragma once

#include <string>
#include <vector>

#include <drover/tables/read/impl/numbers.hpp>

namespace drover::read {

/// What the rows of a grid look like before anything is named.
struct RowShapes {
    std::size_t width = 0;                ///< the extent of most rows, by area
    std::vector<std::size_t> extents;     ///< of each row: up to its last filled cell
    std::vector<bool> is_numeric;         ///< of each column up to width
    std::vector<bool> is_data;            ///< of each row
    std::vector<std::size_t> first_rows;  ///< data rows that number or date the columns: headers after all

    std::size_t numeric_count() const;
};

RowShapes shapes_of(const std::vector<GridRow>& rows, const NumberStyle& style);

/// Filled cells of a row in numeric or other columns.
std::size_t filled_cells(const GridRow& row, const RowShapes& shapes, bool numeric);

/// Whether the numbers of a row count columns: 0, 1, 2, ... or years.
bool numbers_columns(const GridRow& row, const RowShapes& shapes, const NumberStyle& style);

}  // namespace drover::read
