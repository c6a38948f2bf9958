#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/data/schema.hpp>
#include <drover/number/rational.hpp>

namespace drover {

/// A published table: a count or a share for each combination of the values of some columns.
/// Cells are numbered with the last of its columns fastest. A table with few listed cells may store only
/// these: all others are 0.
struct CountTable {
    std::string name;                        ///< of the file, without folder and extension
    std::string file;                        ///< for messages
    std::vector<std::size_t> columns = {};   ///< of the schema
    std::vector<std::uint64_t> listed = {};  ///< numbers of the cells kept, ascending; empty: all are
    std::vector<Rational> counts = {};       ///< one per cell kept; 0 where unknown
    std::vector<Rational> errors = {};       ///< standard errors, one per cell; empty: the table has none
    std::vector<bool> unknown = {};          ///< cells without a target; empty: none
    std::size_t suppressed_count = 0;        ///< of the unknown cells, those listed with a blank count
    bool shares = false;                     ///< the numbers are shares (p), not counts

    bool is_unknown(std::size_t cell) const { return !unknown.empty() && unknown[cell]; }
    std::uint64_t number(std::size_t cell) const { return listed.empty() ? cell : listed[cell]; }
    bool has_unknown() const { return std::find(unknown.begin(), unknown.end(), true) != unknown.end(); }
};

/// Which values the cells of a table correspond to.
class TableCells {
  public:
    TableCells(const Schema& schema, const CountTable& table);

    /// The value of a column of the schema that the table has, at one of the cells kept.
    std::uint32_t value(std::size_t cell, std::size_t column) const {
        const Digit& digit = digits_[column];
        return static_cast<std::uint32_t>(table_.number(cell) / digit.stride % digit.count);
    }
    /// Of all cells, kept or not.
    std::uint64_t count() const { return count_; }

  private:
    struct Digit {
        std::uint64_t stride = 1;
        std::uint64_t count = 1;
    };
    const CountTable& table_;
    std::vector<Digit> digits_;  // one per column of the schema
    std::uint64_t count_ = 1;
};

inline TableCells::TableCells(const Schema& schema, const CountTable& table)
    : table_{table}, digits_(schema.columns.size()) {
    for (std::size_t j = table.columns.size(); j-- > 0;) {
        const std::uint64_t count = schema.columns[table.columns[j]].values.size();
        digits_[table.columns[j]] = {count_, count};
        count_ *= count;
    }
}

/// The table with all its cells.
CountTable dense(const Schema& schema, CountTable table);

/// The columns of all tables together, and the tables.
struct TableSet {
    Schema schema;
    std::vector<CountTable> tables;
    bool from_microdata = false;  ///< counted from rows: they agree, and every zero is a true zero
    std::int64_t left_out = 0;    ///< tables of the microdata that were too large
    std::int64_t row_count = 0;   ///< of the microdata
    bool weighted = false;        ///< whether they were counted by weights
    bool ordered_by_schema =
        false;  ///< whether a schema gave the columns; otherwise they are in order of appearance
    std::vector<std::string> notes = {};  ///< assumptions about the input, one sentence each
};

/// All but the tables.
TableSet without_tables(const TableSet& set);
/// A copy, made table by table. Throws Stopped where the control asks for that.
TableSet copy_of(const TableSet& set, const RunControl& control);

}  // namespace drover
