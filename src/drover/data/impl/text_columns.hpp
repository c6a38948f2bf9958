#pragma once

#include <optional>
#include <span>

#include <drover/core/problem.hpp>
#include <drover/core/run_control.hpp>
#include <drover/data/csv_reader.hpp>
#include <drover/data/impl/dictionary.hpp>
#include <drover/data/named_text.hpp>

namespace drover::impl {

/// A CSV table with a header, one dictionary per column. Blanks around names and fields are ignored, and a
/// field of ? counts as blank.
class TextColumns {
  public:
    /// Throws InputError naming the file, and the row or the column. The control is told the rows read; if it
    /// asks for a stop, Stopped is thrown.
    TextColumns(const NamedText& data, CsvOptions options, const RunControl& control = {});

    std::span<const std::string> header() const { return header_; }
    std::size_t row_count() const { return cells_.size() / header_.size(); }
    /// The position of a column in the header. Throws InputError if it is missing.
    std::size_t position(const std::string& column) const;
    std::optional<std::size_t> find(const std::string& column) const;

    /// The distinct texts of a column, and the number of the one in a row.
    const Dictionary& texts(std::size_t column) const { return texts_[column]; }
    std::uint32_t code(std::size_t row, std::size_t column) const {
        return cells_[row * header_.size() + column];
    }
    /// The first row with that text: 'people.csv: row 3, column "age"'.
    Place first_place(std::uint32_t wanted, std::size_t column) const;

  private:
    std::string name_;
    std::vector<std::string> header_;
    std::vector<Dictionary> texts_;
    std::vector<std::uint32_t> cells_;
};

}  // namespace drover::impl
