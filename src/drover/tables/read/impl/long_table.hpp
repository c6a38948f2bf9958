#pragma once

#include <optional>

#include <drover/tables/read/impl/cube.hpp>
#include <drover/tables/read/impl/roles.hpp>

namespace drover::read {

/// The column of counts of a long table, if there is one: by its name, or because every combination of the
/// other columns comes once and most combinations are there. Several that fit are all in `candidates`.
struct CountColumn {
    std::optional<std::size_t> column = {};
    std::vector<std::size_t> candidates = {};
    std::string reason = {};
};
CountColumn find_count(const Frame& frame, const Roles& roles, const ReadOptions& options);

/// A cell per row: labels, times and numeric codes are variables.
Cube long_cube(const Frame& frame, const Roles& roles, std::size_t count, const NumberStyle& style,
               Reading& reading);

}  // namespace drover::read
