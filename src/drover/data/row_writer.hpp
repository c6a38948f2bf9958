#pragma once

#include <cstdint>
#include <span>

#include <drover/data/csv_reader.hpp>
#include <drover/data/schema.hpp>

namespace drover {

/// Writes rows of categories as CSV. Every field is prepared once, so that writing a row is a few copies. A
/// bin is replaced by a number: use k = 0, 1, ... of the bin gives first + floor(v(k) * (last - first + 1)),
/// where v(k) is the fraction of 1/2 + k * sqrt(p) and each column of bins has its own prime p. So the
/// numbers in a bin are evenly spread at all times, and those of two columns are practically independent,
/// however their bins are combined.
class RowWriter {
  public:
    explicit RowWriter(const Schema& schema, CsvOptions options = {});

    /// The header line.
    const std::string& header() const { return header_; }
    /// Appends the row as a line. Each value must be below the column's number of values.
    void append(std::span<const std::uint32_t> row, std::string& out);

    /// How often each bin was used, column after column. Part of a checkpoint.
    const std::vector<std::int64_t>& uses() const { return uses_; }
    /// Throws InputError unless there is one count per bin, none negative or above the number of rows
    /// written.
    void set_uses(std::vector<std::int64_t> uses, std::int64_t row_count);

  private:
    // The output for a value: a text, or for a bin of several numbers only the separator or line end.
    struct Field {
        std::uint32_t begin = 0;  // in texts_
        std::uint32_t size = 0;
        std::size_t bin = no_bin;  // in bins_
    };
    struct WritableBin {
        Bin bin;
        int decimals = 0;
        std::uint64_t step = 0;  // of the column, in units of 2^-64
    };
    static constexpr std::size_t no_bin = static_cast<std::size_t>(-1);

    void add_field(const Column& column, std::size_t value, const std::string& text, char end,
                   std::uint64_t step);
    void append_number(std::size_t bin, std::string& out);

    std::string header_;
    std::string texts_;
    std::vector<Field> fields_;
    std::vector<std::size_t> first_field_;  // of each column
    std::vector<WritableBin> bins_;
    std::vector<std::int64_t> uses_;
};

/// The numbers that a RowWriter writes for a column of bins, block by block.
class BinNumbers {
  public:
    BinNumbers(const Schema& schema, std::size_t column);

    /// One per row, in units of 10^-decimals; missing_number for a missing value. `cells` are the next rows,
    /// one after the other.
    std::vector<std::int64_t> next(std::span<const std::uint32_t> cells);

  private:
    std::vector<Bin> bins_;
    std::vector<std::int64_t> uses_;
    std::size_t column_;
    std::size_t column_count_;
    std::uint64_t step_ = 0;
};
inline constexpr std::int64_t missing_number = INT64_MIN;

}  // namespace drover
