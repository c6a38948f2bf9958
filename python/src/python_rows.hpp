#pragma once

#include <drover/data/row_writer.hpp>
#include <drover/job/row_sink.hpp>

#include "bindings.hpp"

namespace drover::python {

/// Name, values without the missing one, whether numbers are put back for them, their decimals.
using ColumnFacts = std::tuple<std::string, std::vector<std::string>, bool, int>;
std::vector<ColumnFacts> column_facts(const Schema& schema);

/// The codes of a column of rows, -1 where the value is missing, in the smallest type that holds them, which
/// is the one that data frames take without a copy.
nb::object smallest_codes(const Schema& schema, std::size_t column, std::span<const std::uint32_t> cells);

/// Rows that go to a function of Python, in blocks of so many rows: use(columns, values), where `columns` are
/// given with the first block, and None with others. Values are codes, or the numbers of a column of bins.
class PythonRows final : public RowSink {
  public:
    PythonRows(const nb::object& use, std::size_t rows_at_once);

    std::string name() const override { return "rows"; }
    /// Hands the rest over.
    void finish();

  private:
    void take(const RowBlock& block) override;
    void read_back(std::int64_t byte_count, const UseBytes& use) override;
    void hand_over(std::span<const std::uint32_t> cells);

    std::shared_ptr<nb::object> use_;  // let go under Python's lock
    std::size_t rows_at_once_;
    std::vector<std::uint32_t> cells_;
    std::vector<std::optional<BinNumbers>> numbers_;  // of each column, once the first block is complete
};

}  // namespace drover::python
