#pragma once

#include <cstdint>
#include <span>

#include <drover/data/csv_reader.hpp>
#include <drover/data/schema.hpp>

namespace drover {

/// Writes rows of categories as CSV. Every field is made ready once, so that a row is a few copies. A number
/// is put back for a bin: use k = 0, 1, ... of the bin gives first + floor(v(k) * (last - first + 1)), where
/// v(k) is the fraction of 1/2 + k * sqrt(p) and each column of bins has a prime p of its own. So the numbers
/// in a bin are even at all times, and those of two columns are as good as independent, however their bins
/// come together.
class RowWriter {
  public:
    explicit RowWriter(const Schema& schema, CsvOptions options = {});

    /// The names of the columns, as a line.
    const std::string& header() const { return header_; }
    /// Appends the row as a line. The values are below those of the schema.
    void append(std::span<const std::uint32_t> row, std::string& out);

    /// How often each bin was used: column after column. Part of a checkpoint.
    const std::vector<std::int64_t>& uses() const { return uses_; }
    /// Throws InputError unless there is one for each bin, none negative or above the rows written.
    void set_uses(std::vector<std::int64_t> uses, std::int64_t row_count);

  private:
    // What is written for a value: a text, or for a bin of several numbers the separator or line end only.
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

/// The numbers that a RowWriter puts back for a column of bins, a row each, in units of 10^-decimals;
/// missing_number where the value is missing. `cells` are rows from the first on, one after the other.
std::vector<std::int64_t> bin_numbers(const Schema& schema, std::size_t column,
                                      std::span<const std::uint32_t> cells);
inline constexpr std::int64_t missing_number = INT64_MIN;

}  // namespace drover
