#pragma once

#include <drover/core/memory_limit.hpp>
#include <drover/core/run_control.hpp>
#include <drover/data/coded_columns.hpp>
#include <drover/tables/count/measurable_rows.hpp>
#include <drover/tables/count_table.hpp>
#include <drover/tables/schema_file.hpp>

namespace drover {

/// Which tables of microdata are wanted.
struct TableChoice {
    std::int64_t order = 2;                           ///< all tables with this many columns; 0: none
    std::vector<std::string> columns = {};            ///< only these; empty: all
    std::vector<std::vector<std::string>> also = {};  ///< additional tables, each given by its columns
    std::string by = {};                              ///< a column that every table gets
    std::string weight = {};  ///< a column of the file: how many people a row represents; empty: one each
    std::int64_t max_cells = 1'000'000;  ///< the largest allowed table
    MemoryLimit memory = {};             ///< for all of them together
    bool leave_out_large = false;        ///< larger tables; otherwise they are an error
    RunControl control =
        {};  ///< polled while rows are read and counted; Stopped is thrown where it asks for that
};

/// How to read microdata for this choice.
MicrodataOptions microdata_options(const TableChoice& choice, const std::optional<SchemaFile>& schema = {},
                                   CsvOptions csv = {});
/// The rows of a CSV text with the columns that the choice needs. `name` names the file in messages.
CategoryTable microdata_of(std::string_view text, const std::string& name, const TableChoice& choice = {},
                           const std::optional<SchemaFile>& schema = {}, CsvOptions csv = {});
/// The same for columns of texts and codes, as in data frames.
CategoryTable microdata_of(std::span<const CodedColumn> columns, const std::string& name,
                           const TableChoice& choice = {}, const std::optional<SchemaFile>& schema = {});

/// The tables of the choice over the columns of microdata_of, none twice.
std::vector<std::vector<std::size_t>> chosen_tables(const TableChoice& choice, const Schema& schema);

/// A name for each table, made of its column names: letters, digits, '-', '_', '.' and non-ASCII characters
/// stay, others become '-'. Long names are cut; a number is added to the second of two equal names.
std::vector<std::string> table_names(const std::vector<std::vector<std::size_t>>& tables,
                                     const Schema& schema);

/// Counts the tables of the choice, each row by its weight if there are weights. `name` names the file in
/// messages.
TableSet tables_of(const MeasurableRows& rows, const TableChoice& choice = {},
                   const std::string& name = "microdata");

}  // namespace drover
