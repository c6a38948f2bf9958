#pragma once

#include <string>
#include <utility>
#include <vector>

#include <drover/tables/file.hpp>

namespace drover {

/// Columns of a file and their names in a table.
using RenamedColumns = std::vector<std::pair<std::string, std::string>>;

/// Columns of a wide file that are the categories of one variable.
struct WideGroup {
    std::string variable = {};    ///< empty: a single column, the totals of the keys
    RenamedColumns columns = {};  ///< each with the category that it counts
    RenamedColumns key = {};      ///< columns that identify the rows; empty: the key of the options
};

struct WideOptions {
    CsvOptions csv = {};
    RenamedColumns key = {};
    std::vector<WideGroup> groups = {};
    std::vector<std::string> suppressed = {};  ///< texts in place of a count that mean the same as a blank
};

/// Converts wide files, with one row per zone and one column per category, into long ones for parse_tables:
/// one table per group, over its keys and its variable, named after them (taz_x_size.csv). A group is read
/// from the one file that has its columns. Counts of 0 are not listed, blank ones are suppressed cells.
/// Throws InputError naming file, row and column.
std::vector<TableText> long_tables(std::span<const TableText> wide, const WideOptions& options);

/// What a text without a column count or p may be other than microdata.
struct TableGuess {
    enum class Kind { nothing, wide, long_table };
    Kind kind = Kind::nothing;
    std::string key = {};    ///< wide: a column whose values are all different
    std::string count = {};  ///< long_table: the column of counts
    bool is_sure =
        false;  ///< long_table: certain by the name of that column, and because every cell occurs once
    std::size_t row_count = 0;
    std::size_t number_columns = 0;  ///< columns of integers of at least 0
    std::size_t column_count = 0;
};

/// The number of rows that a guess uses.
inline constexpr std::size_t guessed_rows = 20'000;

/// Uses the first guessed_rows rows. Wide: at least five columns, most of them counts, one of them, or the
/// first, a key. Long: the last column holds numbers, and the others together differ in every row and nearly
/// fill a table.
TableGuess guess_table(const TableText& table, CsvOptions csv = {});

}  // namespace drover
