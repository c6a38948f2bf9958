#pragma once

#include <memory>

#include <drover/tables/count/choice.hpp>
#include <drover/tables/count/rows.hpp>
#include <drover/tables/file.hpp>

namespace drover {

/// Counts the tables of a choice over microdata that come in parts: blocks of a CSV text, cut anywhere, or
/// batches of coded columns, whose texts may differ from batch to batch. The tables are those of the same
/// rows at once (microdata_of), in memory that does not grow with them. It goes with the different values of
/// the columns and, below 2^22 cells, with the tables over these; beyond, a row takes a byte or more a column
/// in the store, or in memory without one.
class TableStream {
  public:
    /// `name` is that of the data, for messages.
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

    /// The first rows of a CSV text, as many as guess_table looks at.
    const TableText& head() const;
    /// After the last part. tables_of and tables take what it gives, with the same choice.
    CountedRows finish();

  private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace drover
