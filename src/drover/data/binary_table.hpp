#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <drover/core/bit_row.hpp>

namespace drover {

/// Rows of 0/1 variables with named columns.
class BinaryTable {
  public:
    BinaryTable(std::vector<std::string> names, std::vector<BitRow> rows)
        : names_{std::move(names)}, rows_{std::move(rows)} {}

    std::size_t column_count() const { return names_.size(); }
    std::size_t row_count() const { return rows_.size(); }
    std::size_t size() const { return rows_.size(); }
    const std::vector<std::string>& names() const { return names_; }
    const std::vector<BitRow>& rows() const { return rows_; }
    auto begin() const { return rows_.begin(); }
    auto end() const { return rows_.end(); }

  private:
    std::vector<std::string> names_;
    std::vector<BitRow> rows_;
};

/// Parses CSV text in which every field is 0 or 1. Throws InputError naming file, row and column.
BinaryTable parse_binary_csv(std::string_view text, const std::string& name);

}  // namespace drover
