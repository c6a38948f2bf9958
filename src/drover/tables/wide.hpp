#pragma once

#include <string>
#include <utility>
#include <vector>

#include <drover/tables/file.hpp>

namespace drover {

/// Columns of a file by what they are to be called in a table.
using RenamedColumns = std::vector<std::pair<std::string, std::string>>;

/// Columns of a wide file that are the categories of one variable.
struct WideGroup {
    std::string variable = {};    ///< empty: a single column, the totals of the keys
    RenamedColumns columns = {};  ///< each with the category that it counts
    RenamedColumns key = {};      ///< what tells the rows apart; empty: the keys of the options
};

struct WideOptions {
    CsvOptions csv = {};
    RenamedColumns key = {};
    std::vector<WideGroup> groups = {};
    std::vector<std::string> suppressed = {};  ///< texts of a count that mean the same as a blank one
};

/// Wide files, a row per zone and a column per category, as long ones that parse_tables reads: a table for
/// each group, over its keys and its variable, called after them (taz_x_size.csv). A group is taken from the
/// one file that has its columns. Counts of 0 are not listed, blank ones are suppressed cells. Throws
/// InputError naming file, row and column.
std::vector<TableText> long_tables(std::span<const TableText> wide, const WideOptions& options);

/// What a text without a column count or p may be beside microdata.
struct TableGuess {
    enum class Kind { nothing, wide, long_table };
    Kind kind = Kind::nothing;
    std::string key = {};    ///< wide: a column that is different in every row
    std::string count = {};  ///< long_table: the column of counts
    bool is_sure = false;    ///< long_table: by the name of that column, and because every cell comes once
    std::size_t row_count = 0;
    std::size_t number_columns = 0;  ///< whole numbers of at least 0 in all rows
    std::size_t column_count = 0;
};

/// That a guess looks at.
inline constexpr std::size_t guessed_rows = 20'000;

/// Looks at the first guessed_rows rows. Wide: at least five columns, most of them counts, one of them, or
/// the first, a key. Long: the last column holds numbers, and the others together are different in every row
/// and nearly a full table.
TableGuess guess_table(const TableText& table, CsvOptions csv = {});

}  // namespace drover
