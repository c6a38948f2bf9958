#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drover::read {

using GridRow = std::vector<std::string>;

/// Cells of a delimited text or a sheet, row by row; blank rows are kept, as rows without cells.
struct Grid {
    std::vector<GridRow> rows;
    char separator = ',';
    bool is_sheet = false;

    std::size_t width() const;
};

/// Separates fields at `separator`; a blank stands for runs of blanks. Quotes around a field are removed, ""
/// inside is one quote; quotes elsewhere are kept.
Grid split_grid(std::string_view text, char separator);

/// The separator among comma, semicolon, tab, bar and runs of blanks that gives most lines the same number of
/// fields, more than one; a comma if none does.
char guess_separator(std::string_view text);

}  // namespace drover::read
