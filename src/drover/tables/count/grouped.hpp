#pragma once

#include <drover/tables/file.hpp>

namespace drover {

/// "age,sex": the columns of a table in the form of the column `grouping` of a grouped text; quoted as in
/// CSV.
std::string grouping_label(const std::vector<std::string>& columns);

/// Whether a text holds several tables: its first column is called grouping, and in the first row it lists
/// the columns of the table to which the row belongs.
bool is_grouped(const TableText& text, CsvOptions csv = {});

/// The tables of a grouped text, the result of a statement of tables_sql, each as a text for parse_tables,
/// named after its columns. Fields of columns that a table lacks are blank. The tables are ordered by their
/// number of columns, then by the order of these, whatever the order of the rows. Throws InputError naming
/// the text and the row.
std::vector<TableText> grouped_tables(const TableText& text, CsvOptions csv = {});

}  // namespace drover
