#pragma once

#include <vector>

#include <drover/herd/features/marginal_tables.hpp>

namespace drover {

/// Which rows a search may return.
struct RowLimits {
    std::vector<bool> forbidden = {};  ///< one flag per cell; no row may fall into a flagged one. Empty: none
    CategoryRow fixed = {};            ///< the value of each column, or free_value. Empty: all are free

    bool is_forbidden(std::size_t cell) const { return !forbidden.empty() && forbidden[cell]; }
    bool is_free(std::size_t column) const { return fixed.empty() || fixed[column] == free_value; }
};

/// Throws InputError, its message starting with `search`, unless the sizes and the fixed values match the
/// model.
void check_row_limits(const char* search, const MarginalTables& f, const RowLimits& limits);

/// The number of rows with these fixed values; infinite if too large for a double.
double row_count(const MarginalTables& f, const RowLimits& limits = {});

/// All weights 0, to ask a search whether any row is allowed.
struct NoWeights {
    using Value = std::int64_t;
    Value operator[](std::size_t /*feature*/) const { return 0; }
};

}  // namespace drover
