#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <drover/tables/wide.hpp>

namespace drover::read {

enum class Kind { automatic, long_table, wide, crosstab, microdata };
enum class TotalRule { drop, keep };
enum class NameRule { labels, codes };
enum class IdRule { leave_out, keep, number };

/// A column of the file and the value that its rows must have.
struct Where {
    std::string column;
    std::string value;
};

/// How to read a published file. Every field has a guess; one that is set replaces it.
struct ReadOptions {
    std::string encoding = {};               ///< utf-8, utf-16, windows-1252 or macroman
    char separator = 0;                      ///< between fields
    char decimal = 0;                        ///< point or comma
    std::string sheet = {};                  ///< of a workbook, or file of a zip archive
    std::optional<std::size_t> skip = {};    ///< lines before the header
    std::optional<std::size_t> header = {};  ///< header lines; 0: columns are called 1, 2, 3
    Kind kind = Kind::automatic;
    std::string count = {};                ///< column of counts
    std::string se = {};                   ///< column of standard errors
    std::string moe = {};                  ///< column of margins of error at 90 %
    std::vector<std::string> key = {};     ///< columns that identify the rows of a wide file
    std::vector<WideGroup> groups = {};    ///< columns of a wide file that make one table
    std::vector<std::string> ignore = {};  ///< columns to leave out
    TotalRule totals = TotalRule::drop;
    std::vector<std::string> total_names = {};  ///< values that are totals, whatever their sums
    std::vector<std::string> missing = {};      ///< texts in place of a number that mean: not known
    std::vector<Where> where = {};
    NameRule names = NameRule::labels;
    std::vector<std::pair<std::string, IdRule>> ids = {};
    std::size_t memory = std::size_t{1} << 30;  ///< bytes that an archive may unpack to
};

}  // namespace drover::read
