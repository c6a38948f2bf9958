#pragma once

#include <drover/tables/read/impl/roles.hpp>

namespace drover::read {

/// Why a frame does not look like rows of individuals; empty if it does.
std::string doubt_of_microdata(const Frame& frame, const Roles& roles);

/// Whether the columns are codes of places and nothing else, such as tracts and their counties.
bool is_mapping(const Frame& frame, const Roles& roles);

/// The rows without identifiers and row numbers; decimal commas become points.
void read_microdata(const Frame& frame, const Roles& roles, const NumberStyle& style,
                    const ReadOptions& options, Reading& reading);

}  // namespace drover::read
