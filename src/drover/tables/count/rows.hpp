#pragma once

#include <memory>

#include <drover/data/row_spool.hpp>
#include <drover/tables/count/measure.hpp>

namespace drover {

/// Rows that came in parts and were counted on the way. What their numbers stand for is told at the end:
/// tables are counted over the numbers as they come while these are few, and rows that come later are put
/// away and counted when the categories are known. Memory goes with the cells of the tables and the different
/// values of the columns, never with the rows.
class CountedRows {
  public:
    /// `tables` are those that can be measured, each as its columns.
    CountedRows(std::size_t column_count, std::vector<std::vector<std::size_t>> tables, bool is_weighted,
                ScratchStore store = {});
    ~CountedRows();
    CountedRows(CountedRows&& other) noexcept;
    CountedRows& operator=(CountedRows&& other) noexcept;
    CountedRows(const CountedRows&) = delete;
    CountedRows& operator=(const CountedRows&) = delete;

    /// Row after row, with a weight each if they are weighted. Numbers of column j are below value_counts[j],
    /// which may grow from call to call.
    void add(std::span<const std::uint32_t> cells, std::span<const Rational> weights,
             const std::vector<std::size_t>& value_counts);
    /// After the last row: of each column, the category of each number.
    void finish(Schema schema, std::vector<std::vector<std::uint32_t>> categories);

    /// Names may be changed, categories not.
    Schema schema = {};
    std::int64_t row_count() const { return row_count_; }
    bool is_weighted() const;

    /// What measure(tables, rows) gives of all rows, for some of the tables. Throws InputError for others.
    Moments measure(const MarginalTables& tables) const;
    WeightedMoments measure_weighted(const MarginalTables& tables) const;

  private:
    struct Counts;
    std::unique_ptr<Counts> counts_;
    std::int64_t row_count_ = 0;
};

}  // namespace drover
