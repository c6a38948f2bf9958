#pragma once

#include <drover/tables/input.hpp>

#include "../cli/common.hpp"
#include "../cli/inputs.hpp"

namespace drover::cli {

/// Published tables on the command line, and how they are read.
struct TableInput {
    std::vector<std::string> files;
    bool absent_unknown = false;
    bool noisy = false;
    std::string schema;  ///< file; empty: the schema is made from the tables
    std::string separator = ",";
    std::string count;       ///< name of the column of counts; empty: count or p
    std::string suppressed;  ///< marks, separated by commas; empty: only blanks
    std::string groups;      ///< file; empty: no table is wide
    std::string key;         ///< COLUMN or COLUMN=NAME, separated by commas
};

/// All options but the files, which each command describes itself.
void describe(OptionList& list, TableInput& input);

/// One character, or the word tab.
char separator_of(const TableInput& input);

/// The choice of tables from names as given on the command line.
TableChoice table_choice(std::int64_t order, const std::string& columns,
                         const std::vector<std::string>& also);

/// Nothing without a file.
std::optional<SchemaFile> read_schema(const std::string& file, PinnedFiles& pins);
/// None without a file.
std::vector<WideGroup> read_groups(const std::string& file, PinnedFiles& pins);
/// Without the choice of tables of microdata.
InputOptions input_options(const TableInput& input, PinnedFiles& pins);

}  // namespace drover::cli
