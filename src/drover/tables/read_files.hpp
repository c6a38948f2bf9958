#pragma once

#include <string>
#include <vector>

#include <drover/tables/file.hpp>

namespace drover {

/// A file with its text, as parse_tables takes it; `-` is standard input, and gzip is inflated. Throws
/// IoError.
TableText read_table_text(const std::string& path);

/// parse_tables of files. Throws InputError naming file, row and column, and IoError.
TableSet read_tables(const std::vector<std::string>& files, const TableFileOptions& options = {});

}  // namespace drover
