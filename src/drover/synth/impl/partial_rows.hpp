#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <drover/data/coded_rows.hpp>
#include <drover/herd/features/marginal_tables.hpp>

namespace drover::synth::impl {

/// A CSV file whose blanks are to be filled. Columns of the schema that the file lacks are added at its end;
/// columns that the schema lacks, and all that is not blank, stay as they are.
/// Throws InputError naming file, row and column for a value that the schema does not have.
class PartialRows {
  public:
    PartialRows(std::string_view text, std::string name, const Schema& schema, CsvOptions csv);

    /// The header line.
    std::string header() const;
    bool next();
    /// The values given, free_value for the others.
    const CategoryRow& given() const { return given_; }
    /// "partial.csv: row 3"
    Place place() const;
    /// Appends the row with its blanks filled from `filled`, a line of CSV over the columns of the schema.
    void append(const std::string& filled, std::string& out) const;
    /// Appends the row as it is.
    void append_as_given(std::string& out) const;

  private:
    static constexpr std::size_t no_column = static_cast<std::size_t>(-1);

    void read_header(const Schema& schema);
    void append_field(std::string_view text, bool is_last, std::string& out) const;

    CsvReader reader_;
    std::string name_;
    CsvOptions csv_;
    Schema schema_;
    std::vector<std::string> header_;
    std::vector<std::size_t> column_of_;  // of each field, or no_column; the added columns follow
    std::size_t field_count_ = 0;         // of the file
    std::vector<ColumnCoder> coders_;
    std::vector<std::string> names_;  // of the schema
    CategoryRow given_;
    std::int64_t row_number_ = 0;
};

}  // namespace drover::synth::impl
