#pragma once

#include <drover/tables/file.hpp>

namespace drover {

/// "age,sex": the columns of a table, as the column `grouping` of a grouped text has them; quoted as in CSV.
std::string grouping_label(const std::vector<std::string>& columns);

/// Whether a text holds several tables: its first column is called grouping, and says in the first row which
/// of the others are the columns of the table that the row is a cell of.
bool is_grouped(const TableText& text, CsvOptions csv = {});

/// The tables of a grouped text, as the statements of tables_sql give them, each a text that parse_tables
/// reads, called after its columns. Fields of columns that a table has not got are blank. The tables come by
/// their number of columns, then in the order of these, whatever the order of the rows. Throws InputError
/// naming the text and the row.
std::vector<TableText> grouped_tables(const TableText& text, CsvOptions csv = {});

}  // namespace drover
