#pragma once

#include <drover/synth/input.hpp>

#include "common.hpp"

namespace drover::cli {

/// Published tables on the command line, and how they are read.
struct TableInput {
    std::vector<std::string> files;
    std::string absent = "zero";
    bool noisy = false;
    std::string schema;  ///< file; empty: the schema is made from the tables
    std::string separator = ",";
};

/// The options alone; a command adds its own positional files.
void add_table_options(CLI::App& command, TableInput& input);
void add_table_files(CLI::App& command, TableInput& input);

/// The options as they were given, for the JSON.
void add_table_entries(Report& report, const TableInput& input);

/// One character, or the word tab.
char separator_of(const TableInput& input);

std::vector<TableText> read_texts(const std::vector<std::string>& files);
/// Nothing without a file.
std::optional<SchemaFile> read_schema(const std::string& file);
/// Without the choice of tables of microdata.
InputOptions input_options(const TableInput& input);

}  // namespace drover::cli
