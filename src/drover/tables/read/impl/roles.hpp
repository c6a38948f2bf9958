#pragma once

#include <string>
#include <vector>

#include <drover/tables/read/impl/frame.hpp>
#include <drover/tables/read/impl/numbers.hpp>
#include <drover/tables/read/result.hpp>

namespace drover::read {

enum class Role {
    label,   ///< a category
    number,  ///< may be counts, or numeric codes
    time,    ///< dates
    constant,
    twin,       ///< the code of another column, or its label
    attribute,  ///< flags, units, notes
    row_number,
    rate,    ///< percentages, medians, ...: never counts
    margin,  ///< margins of error
    error,   ///< standard errors
    ignored  ///< blank, or left out by an option
};

struct ColumnFacts {
    Role role = Role::label;
    std::size_t filled = 0;
    std::size_t distinct = 0;
    std::size_t numbers = 0;
    bool is_integer = false;  ///< all numbers are whole and not negative
    bool has_leading_zeros = false;
    double median = 0;
    double largest = 0;
    std::size_t twin = 0;  ///< for a twin: the column that is used instead
};

struct Roles {
    std::vector<ColumnFacts> columns;
    bool is_sdmx = false;

    std::vector<std::size_t> with(Role role) const;
};

/// Finds what each column is for, with a line per decision.
Roles roles_of(Frame& frame, const NumberStyle& style, const ReadOptions& options, Reading& reading);

/// Whether the rows differ in these columns.
bool is_key(const Frame& frame, const std::vector<std::size_t>& columns);
std::size_t distinct_rows(const Frame& frame, const std::vector<std::size_t>& columns);

std::string column_name(const Frame& frame, std::size_t column);

}  // namespace drover::read
