#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <drover/tables/file.hpp>

namespace drover::read {

/// One table of counts: a row of `codes` per cell, one code per column.
struct PublishedTable {
    std::string name;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> values;  ///< categories of each column
    std::vector<std::uint32_t> codes;
    std::vector<std::string> counts;  ///< decimal numbers; empty: not known
    std::vector<std::string> errors;  ///< standard errors; empty without margins
    std::string unit;                 ///< such as thousands; empty: one

    std::size_t cell_count() const { return counts.size(); }
    std::size_t unknown_count() const;
    /// The sum of the counts that are known.
    double total() const;
};

/// Rows of individuals, without the columns that identify them.
struct Microdata {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> identifiers;  ///< columns left out
};

enum class Outcome { tables, microdata, refused };

/// Why a file was refused.
enum class Reason {
    none,
    foreign_format,    ///< a format with a name, which is not read
    several_sheets,    ///< a choice of sheets or files
    no_header,         ///< the first line is data
    time_series,       ///< several dates beside one another
    percentages,       ///< rates, indices or shares
    several_measures,  ///< more than one column or category of measures
    overlapping,       ///< categories contain one another
    repeated_cells,    ///< a combination of categories more than once
    groups_needed,     ///< number columns that do not add up
    mapping,           ///< codes to codes, without counts
    mostly_unknown,    ///< more missing counts than known ones
    ambiguous_number,  ///< decimal comma or thousands
    damaged,           ///< the file breaks the rules of its format
    bad_option,        ///< an option that the file does not fit
    unclear            ///< no rule fits
};

struct Refusal {
    Reason reason = Reason::none;
    std::string what;                  ///< what the file is
    std::string seen;                  ///< what was found in it
    std::vector<std::string> options;  ///< that settle it, fields of ReadOptions in braces
};

/// What a file was read as.
struct Reading {
    std::string file;
    Outcome outcome = Outcome::refused;
    std::string format;  ///< "PC-Axis", "delimited text", ...
    std::vector<PublishedTable> tables;
    Microdata microdata;
    Refusal refusal;
    std::vector<std::string> decisions;  ///< one sentence each

    /// "pop.px: PC-Axis, 2 x 5 cells; ...", or the refusal.
    std::string summary() const;
};

/// The tables as long CSV with columns count and perhaps se, as parse_tables reads them; microdata as one
/// text. Empty for a refusal.
std::vector<TableText> texts_of(const Reading& reading);

const char* reason_name(Reason reason);

}  // namespace drover::read
