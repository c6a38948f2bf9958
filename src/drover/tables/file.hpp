#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <drover/core/memory_limit.hpp>
#include <drover/core/run_control.hpp>
#include <drover/data/csv_reader.hpp>
#include <drover/tables/count_table.hpp>

namespace drover {

struct TableFileOptions {
    CsvOptions csv = {};
    bool absent_unknown = false;  ///< cells that a file does not list are unknown instead of zero
    bool noisy = false;           ///< negative counts are allowed
    std::vector<std::string> suppressed = {};  ///< texts in place of a count that mean the same as a blank
    std::string count = {};  ///< name of the column of counts, if a table has it; empty: count or p
    std::optional<Schema> schema = {};  ///< absent: made from the files
    MemoryLimit memory = {};
    RunControl control = {};  ///< polled as they are read; Stopped is thrown where it asks for that
};

/// A table file and what it holds.
struct TableText {
    std::string file;
    std::string text;
};

/// Reads published tables: long CSV with a column per variable, `count` or `p`, and perhaps `se`. A blank
/// count is a suppressed cell. The columns are those of the tables in order of appearance, their values in
/// natural order; with a schema, those of its columns that the tables have, in its order. There are at most
/// 2^28 cells in all. Throws InputError naming file, row and column.
TableSet parse_tables(std::span<const TableText> texts, const TableFileOptions& options = {});

/// Whether a column is called count or p: then it is a published table, otherwise microdata.
bool is_table_header(std::span<const std::string_view> header);
/// The same for a complete text. An empty one is not a table.
bool looks_like_table(const TableText& table, CsvOptions options = {});

/// The file's name without folder, .gz and .csv.
std::string table_name(const std::string& file);

}  // namespace drover
