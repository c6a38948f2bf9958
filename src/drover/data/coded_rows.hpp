#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <drover/data/csv_reader.hpp>
#include <drover/data/schema.hpp>

namespace drover {

/// Stands for a value that the schema lacks.
inline constexpr std::uint32_t unknown_category = UINT32_MAX;

/// Turns the text of a field into the number of its category: by name, or for a number by its bin or its
/// plain name ("17" for " 17.0").
class ColumnCoder {
  public:
    explicit ColumnCoder(const Column& column);
    std::uint32_t code(std::string_view field);

  private:
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };

    std::uint32_t look_up(std::string_view field) const;
    std::uint32_t by_name(std::string_view name) const;

    std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> codes_;
    std::vector<Bin> bins_;
    int decimals_;
    std::string last_field_;  // rows often repeat a value
    std::uint32_t last_code_ = unknown_category;
};

/// Reads the rows of a CSV text one by one as categories of a schema. Other columns are skipped; a value that
/// the schema lacks is unknown_category. The caller owns the text; memory does not grow with the rows. Throws
/// InputError naming the file, and the row and column if known.
class CodedRows {
  public:
    CodedRows(std::string_view text, std::string name, const Schema& schema, CsvOptions options = {});

    bool next();
    /// Continues with the rows of this text, which has no header.
    void resume(std::string_view text);
    /// One number per column of the schema; valid until the next call of next().
    const std::vector<std::uint32_t>& row() const { return row_; }
    /// Number of the current row, counted from 1 below the header.
    std::int64_t row_number() const { return row_number_; }
    /// The text behind row()[column].
    std::string_view field(std::size_t column) const { return reader_->fields()[fields_[column]]; }

  private:
    void read_header(const Schema& schema);

    std::optional<CsvReader> reader_;
    std::string name_;
    std::size_t field_count_ = 0;
    std::vector<std::size_t> fields_;  // the position of each schema column in a record
    std::vector<ColumnCoder> coders_;
    std::vector<std::uint32_t> row_;
    std::int64_t row_number_ = 0;
};

/// The columns of a CSV text. Throws InputError naming the file if there is no header.
std::vector<std::string> csv_header(std::string_view text, const std::string& name, CsvOptions options = {});

}  // namespace drover
