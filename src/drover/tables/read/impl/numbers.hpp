#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <drover/tables/read/impl/grid.hpp>
#include <drover/tables/read/options.hpp>

namespace drover::read {

/// How numbers are written in a file.
struct NumberStyle {
    char decimal = '.';
    char thousands = 0;  ///< comma, point or apostrophe; blanks between groups of three are always read
    bool dash_is_zero = false;  ///< "-" is nothing, as in GENESIS and PC-Axis; otherwise not known
    bool is_ambiguous = false;  ///< a comma or point before three digits could be either
    std::vector<std::string> missing = {};
};

enum class CellType { blank, number, symbol, text };

struct NumberCell {
    CellType type = CellType::blank;
    double value = 0;
    std::string digits = {};  ///< plain decimal form
    std::string flag = {};    ///< letters after the number
};

/// Reads a cell of a column of numbers. Symbols are texts that stand for a number that is not known.
NumberCell read_number(std::string_view text, const NumberStyle& style);
/// The same without flags and symbols: whether the text is a number by itself.
bool is_number(std::string_view text, const NumberStyle& style);
/// Known in many offices: "..", ":", "x", "*", "(X)", "NA", "<5", ...
bool is_symbol(std::string_view text, const NumberStyle& style);

NumberStyle guess_style(const Grid& grid, const ReadOptions& options);

/// A decimal number without trailing zeros.
std::string plain_digits(double value);

}  // namespace drover::read
