#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace drover {

/// The non-zero entries of a row, in the order of their columns.
struct SparseRow {
    std::span<const std::uint32_t> columns;
    std::span<const std::int32_t> values;

    std::size_t size() const { return columns.size(); }
};

/// Rows of integers, of which only the non-zero ones are kept. Rows of pixels and rows of words look the same
/// here; decimal numbers are multiples of a unit that the owner knows.
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

    /// Adds an entry to the current row; zeros are skipped. Throws InputError for a column that does not
    /// follow the previous one or does not exist.
    void add(std::size_t column, std::int32_t value);
    /// Ends the current row.
    void end_row() { ends_.push_back(columns_.size()); }
    /// Adds these entries and ends the row.
    void add_row(SparseRow row);

    friend bool operator==(const SparseRows&, const SparseRows&) = default;

  private:
    std::size_t column_count_ = 0;
    std::vector<std::size_t> ends_;
    std::vector<std::uint32_t> columns_;
    std::vector<std::int32_t> values_;
};

/// <a, b>, exactly. The creator of the rows ensures that it fits.
std::int64_t dot(SparseRow a, SparseRow b);

/// The chosen rows, in the order of `chosen`, whose numbers are below rows.row_count().
SparseRows rows_at(const SparseRows& rows, std::span<const std::size_t> chosen);

/// Labelled inputs: what a classifier learns from.
struct Examples {
    SparseRows rows;
    double unit = 1;                    ///< the value of 1 in the rows
    std::vector<std::uint32_t> labels;  ///< one per row, below classes.size()
    std::vector<std::string> classes;   ///< names of the classes
};

/// The chosen examples, in the order of `chosen`.
Examples examples_at(const Examples& examples, std::span<const std::size_t> chosen);

}  // namespace drover
