#pragma once

#include <memory>

#include <drover/tables/count/choice.hpp>
#include <drover/tables/count/rows.hpp>
#include <drover/tables/file.hpp>

namespace drover {

/// Counts the tables of a choice over microdata that arrive in parts: blocks of a CSV text, split anywhere,
/// or batches of coded columns, whose texts may differ from batch to batch. The tables are the same as for
/// all rows at once (microdata_of), in memory that does not grow with the rows. It depends on the distinct
/// values of the columns and, below 2^22 cells, on the tables over these; beyond, a row takes at least one
/// byte per column in the store, or in memory without one.
class TableStream {
  public:
    /// `name` names the data in messages.
    explicit TableStream(std::string name, TableChoice choice = {},
                         const std::optional<SchemaFile>& schema = {}, CsvOptions csv = {},
                         ScratchStore store = {});
    ~TableStream();
    TableStream(const TableStream&) = delete;
    TableStream& operator=(const TableStream&) = delete;
    TableStream(TableStream&&) = delete;
    TableStream& operator=(TableStream&&) = delete;

    /// Throws InputError naming the line, or row and column.
    void add(std::string_view text);
    void add(std::span<const CodedColumn> batch);

    /// The first rows of a CSV text, as many as guess_table uses.
    const TableText& head() const;
    /// Call after the last part. tables_of and tables accept the result with the same choice.
    CountedRows finish();

  private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace drover
