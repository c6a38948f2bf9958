#pragma once

#include <iosfwd>
#include <span>

#include <drover/data/csv_reader.hpp>
#include <drover/data/schema.hpp>
#include <drover/number/rational.hpp>

namespace drover {

struct TableWriterOptions {
    CsvOptions csv = {};
    std::int64_t round = 1;           ///< counts are rounded to the nearest multiple of this, halves up
    std::int64_t suppress_below = 0;  ///< smaller counts, except 0, are left blank
};

struct TableSummary {
    std::size_t cell_count = 0;        ///< all combinations of values
    std::size_t listed_count = 0;      ///< lines written below the header
    std::size_t suppressed_count = 0;  ///< of these, the blank ones
    Rational total = 0;                ///< of the counts written
};

/// A table as long CSV: its columns, then `count`; one line per cell that is not 0 after rounding. `counts`
/// are its cells, the last column fastest. Throws InputError if there are too few or too many of them.
TableSummary write_table(std::ostream& out, const Schema& schema, std::span<const std::size_t> columns,
                         std::span<const std::int64_t> counts, const TableWriterOptions& options = {});
/// The same for counts that need not be integers, none negative: as decimals if these are finite, otherwise
/// as fractions. `unknown` marks cells that are left blank; empty: none.
TableSummary write_table(std::ostream& out, const Schema& schema, std::span<const std::size_t> columns,
                         std::span<const Rational> counts, const std::vector<bool>& unknown,
                         const TableWriterOptions& options = {});

}  // namespace drover
