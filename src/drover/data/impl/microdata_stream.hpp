#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <drover/core/problem.hpp>
#include <drover/data/category_table.hpp>
#include <drover/data/coded_columns.hpp>
#include <drover/data/impl/column_coding.hpp>

namespace drover::impl {

/// The categories that the provisional value numbers of a MicrodataStream became.
struct MicrodataCoding {
    Schema schema;
    std::vector<std::vector<std::uint32_t>> categories;  ///< of each column, the category of each number
};

/// Microdata that arrive row by row or batch by batch. The categories or bins of a column are only known at
/// the end (see parse_microdata): until then its values are numbered in order of appearance. Keeps the
/// distinct values of each column, and the rows that were not taken yet.
class MicrodataStream {
  public:
    /// `name` names the data in messages. Texts inside `stable`, which must then outlive the stream, are not
    /// copied. Throws InputError naming a missing column.
    MicrodataStream(const std::vector<std::string>& header, std::string name, MicrodataOptions options,
                    std::string_view stable = {});

    void reserve(std::size_t row_count) { cells_.reserve(row_count * names_.size()); }
    /// One row, in the order of the header. Throws InputError naming row and column.
    void add(std::span<const std::string_view> fields);
    /// `count` rows of a batch from row `first` on, in the order of the header. The batch must have been
    /// checked (checked_row_count).
    void add(std::span<const CodedColumn> columns, std::size_t first, std::size_t count);

    /// Of the columns that the options choose.
    const std::vector<std::string>& names() const { return names_; }
    bool is_weighted() const { return !options_.weight.empty(); }
    std::int64_t row_count() const { return row_count_; }
    /// The number of distinct values of each column so far.
    std::vector<std::size_t> value_counts() const;

    /// The rows since the last call: value numbers, row after row, and their weights.
    std::vector<std::uint32_t> take_cells() { return std::exchange(cells_, {}); }
    std::vector<Rational> take_weights() { return std::exchange(weights_, {}); }
    std::size_t waiting_count() const { return cells_.size() / names_.size(); }

    /// Call after the last row. Throws InputError naming row and column, or if there was no row.
    MicrodataCoding coding() const;

  private:
    struct Values {
        Dictionary texts;
        std::vector<std::int64_t> first_rows = {};  // of each text, from 1
    };

    static std::uint32_t number(Values& values, std::string_view text, std::int64_t count, std::int64_t row);
    std::vector<std::uint32_t> numbers(Values& values, const CodedColumn& column,
                                       std::span<const std::uint32_t> codes) const;
    void add_weights(const CodedColumn& column, std::span<const std::uint32_t> codes);
    void add_weight(const Rational& weight);
    Place place(std::int64_t row, const std::string& column) const;

    std::string name_;
    MicrodataOptions options_;
    std::size_t field_count_;
    std::vector<std::string> names_;
    std::vector<std::size_t> positions_;  // of the columns in a record
    std::size_t weight_at_ = 0;
    std::vector<Values> values_;
    std::vector<std::uint32_t> cells_;
    std::vector<Rational> weights_;
    bool has_weight_ = false;  // above 0
    std::int64_t row_count_ = 0;
};

/// Call after the last row, if no rows were taken: all rows as a table.
CategoryTable take_rows(MicrodataStream& stream);

}  // namespace drover::impl
