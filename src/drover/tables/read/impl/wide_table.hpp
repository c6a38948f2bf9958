#pragma once

#include <vector>

#include <drover/tables/read/impl/cube.hpp>
#include <drover/tables/read/impl/roles.hpp>

namespace drover::read {

/// What a wide file or crosstab is made of.
struct WideReading {
    std::vector<Cube> cubes = {};  ///< a table each, before totals of rows are looked for
    std::string evidence = {};     ///< why it is a table; empty: nothing says so
    std::string doubt = {};        ///< why it cannot be divided into tables
    std::vector<std::string> notes = {};
};

/// Rows are keyed by labels, dates or leading codes; columns are categories, grouped by their labels, header
/// lines or sums. Totals among the columns are left out.
WideReading read_wide(const Frame& frame, const Roles& roles, const NumberStyle& style,
                      const ReadOptions& options);

/// The columns that identify the rows, or none.
std::vector<std::size_t> row_key(const Frame& frame, const Roles& roles, const ReadOptions& options);

}  // namespace drover::read
