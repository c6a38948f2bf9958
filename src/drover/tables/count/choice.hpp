#pragma once

#include <drover/core/memory_limit.hpp>
#include <drover/data/coded_columns.hpp>
#include <drover/tables/count/measurable_rows.hpp>
#include <drover/tables/count_table.hpp>
#include <drover/tables/schema_file.hpp>

namespace drover {

/// Which tables of microdata are wanted.
struct TableChoice {
    std::int64_t order = 2;                           ///< all tables of so many columns; 0: none
    std::vector<std::string> columns = {};            ///< only these; empty: all
    std::vector<std::vector<std::string>> also = {};  ///< further tables, each as its columns
    std::string by = {};                              ///< a column that every table gets
    std::string weight = {};  ///< a column of the file, how many people a row stands for; empty: one each
    std::int64_t max_cells = 1'000'000;  ///< the most that a table may have
    MemoryLimit memory = {};             ///< for all of them together
    bool leave_out_large = false;        ///< larger ones; otherwise they are refused
};

/// How microdata are read for this choice.
MicrodataOptions microdata_options(const TableChoice& choice, const std::optional<SchemaFile>& schema = {},
                                   CsvOptions csv = {});
/// The rows of a CSV text with the columns that the choice needs. `name` is that of the file, for messages.
CategoryTable microdata_of(std::string_view text, const std::string& name, const TableChoice& choice = {},
                           const std::optional<SchemaFile>& schema = {}, CsvOptions csv = {});
/// The same for columns of texts and codes, as data frames have them.
CategoryTable microdata_of(std::span<const CodedColumn> columns, const std::string& name,
                           const TableChoice& choice = {}, const std::optional<SchemaFile>& schema = {});

/// The tables of the choice over the columns of microdata_of, none twice.
std::vector<std::vector<std::size_t>> chosen_tables(const TableChoice& choice, const Schema& schema);

/// A name for each table, of its columns' names: letters, digits, '-', '_', '.' and all that is not ASCII
/// stay, the rest becomes '-'. Long names are cut; a number is added to the second of two equal names.
std::vector<std::string> table_names(const std::vector<std::vector<std::size_t>>& tables,
                                     const Schema& schema);

/// The tables of the choice, counted, each row by its weight where there are weights. `name` is that of the
/// file, for messages.
TableSet tables_of(const MeasurableRows& rows, const TableChoice& choice = {},
                   const std::string& name = "microdata");

}  // namespace drover
