#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace drover {

/// The entries of a row that are not 0, in the order of their columns.
struct SparseRow {
    std::span<const std::uint32_t> columns;
    std::span<const std::int32_t> values;

    std::size_t size() const { return columns.size(); }
};

/// Rows of whole numbers, of which only those that are not 0 are kept. A row of pixels and a row of words are
/// the same thing here; numbers with decimals are multiples of a unit that the owner knows.
class SparseRows {
  public:
    SparseRows() = default;
    explicit SparseRows(std::size_t column_count) : column_count_{column_count} {}

    std::size_t row_count() const { return ends_.size(); }
    std::size_t column_count() const { return column_count_; }
    std::size_t entry_count() const { return columns_.size(); }
    SparseRow operator[](std::size_t i) const {
        const std::size_t first = i == 0 ? 0 : ends_[i - 1];
        return {std::span{columns_}.subspan(first, ends_[i] - first),
                std::span{values_}.subspan(first, ends_[i] - first)};
    }

    /// An entry of the row that is being written; zeros are passed over. Throws InputError for a column that
    /// does not come after the last one, or is not there.
    void add(std::size_t column, std::int32_t value);
    /// Ends that row.
    void end_row() { ends_.push_back(columns_.size()); }
    /// Ends it with these entries in it.
    void add_row(SparseRow row);

    friend bool operator==(const SparseRows&, const SparseRows&) = default;

  private:
    std::size_t column_count_ = 0;
    std::vector<std::size_t> ends_;
    std::vector<std::uint32_t> columns_;
    std::vector<std::int32_t> values_;
};

/// <a, b>, exactly. Whoever makes rows sees to it that it fits.
std::int64_t dot(SparseRow a, SparseRow b);

/// The chosen rows, in the order of `chosen`, whose numbers are below rows.row_count().
SparseRows rows_at(const SparseRows& rows, std::span<const std::size_t> chosen);

/// Inputs with a label each: what a classifier learns from.
struct Examples {
    SparseRows rows;
    double unit = 1;                    ///< what 1 in the rows stands for
    std::vector<std::uint32_t> labels;  ///< one per row, below classes.size()
    std::vector<std::string> classes;   ///< their names
};

/// The chosen examples, in the order of `chosen`.
Examples examples_at(const Examples& examples, std::span<const std::size_t> chosen);

}  // namespace drover
