#pragma once

#include <string>
#include <vector>

#include <drover/tables/file.hpp>

namespace drover::testing {

/// Tables named a.csv, b.csv, ... with these texts.
inline TableSet tables_of(const std::vector<std::string>& texts, const TableFileOptions& options = {}) {
    std::vector<TableText> files;
    for (const std::string& text : texts)
        files.push_back(
            {.file = std::string(1, static_cast<char>('a' + files.size())) + ".csv", .text = text});
    return parse_tables(files, options);
}

}  // namespace drover::testing
