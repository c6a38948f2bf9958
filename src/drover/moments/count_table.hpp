#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <drover/core/rational.hpp>
#include <drover/data/schema.hpp>

namespace drover {

/// A published table: a count or a share for each combination of the values of some columns.
/// Cells are numbered with the last of its columns fastest.
struct CountTable {
    std::string name;                  ///< of the file, without folder and extension
    std::string file;                  ///< for messages
    std::vector<std::size_t> columns;  ///< of the schema
    std::vector<Rational> counts;      ///< one a cell; 0 where unknown
    std::vector<Rational> errors;      ///< standard errors, one a cell; empty: the table has none
    std::vector<bool> unknown;         ///< cells without a target; empty: none
    std::size_t suppressed_count = 0;  ///< of the unknown cells, those listed with a blank count
    bool shares = false;               ///< they came as p, not as count

    bool is_unknown(std::size_t cell) const { return !unknown.empty() && unknown[cell]; }
    bool has_unknown() const { return std::find(unknown.begin(), unknown.end(), true) != unknown.end(); }
};

/// The columns of all tables together, and the tables.
struct TableSet {
    Schema schema;
    std::vector<CountTable> tables;
    bool from_microdata = false;          ///< counted from rows: they agree, and every zero is one
    std::int64_t left_out = 0;            ///< tables of the microdata that were too large
    std::int64_t row_count = 0;           ///< of the microdata
    bool weighted = false;                ///< and they were counted by weights
    std::vector<std::string> notes = {};  ///< what was assumed of the input, a sentence each
};

}  // namespace drover
