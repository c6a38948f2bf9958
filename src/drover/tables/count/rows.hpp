#pragma once

#include <memory>

#include <drover/data/row_spool.hpp>
#include <drover/tables/count/measure.hpp>

namespace drover {

/// Rows that arrive in parts and are counted on the way. The categories of their value numbers are only known
/// at the end: tables are counted over the numbers as long as these are few, and later rows are stored and
/// counted when the categories are known. Memory depends on the cells of the tables and the distinct values
/// of the columns, never on the rows.
class CountedRows {
  public:
    /// `tables` are those that can be counted, each given by its columns.
    CountedRows(std::size_t column_count, std::vector<std::vector<std::size_t>> tables, bool is_weighted,
                ScratchStore store = {});
    ~CountedRows();
    CountedRows(CountedRows&& other) noexcept;
    CountedRows& operator=(CountedRows&& other) noexcept;
    CountedRows(const CountedRows&) = delete;
    CountedRows& operator=(const CountedRows&) = delete;

    /// Row after row, with one weight per row if they are weighted. Numbers of column j are below
    /// value_counts[j], which may grow from call to call.
    void add(std::span<const std::uint32_t> cells, std::span<const Rational> weights,
             const std::vector<std::size_t>& value_counts);
    /// Call after the last row, with the category of each number of each column.
    void finish(Schema schema, std::vector<std::vector<std::uint32_t>> categories);

    /// Names may be changed, categories not.
    Schema schema = {};
    std::int64_t row_count() const { return row_count_; }
    bool is_weighted() const;

    /// The same as measure(tables, rows) of all rows, for some of the tables. Throws InputError for others.
    Moments measure(const MarginalTables& tables) const;
    WeightedMoments measure_weighted(const MarginalTables& tables) const;

  private:
    struct Counts;
    std::unique_ptr<Counts> counts_;
    std::int64_t row_count_ = 0;
};

}  // namespace drover
