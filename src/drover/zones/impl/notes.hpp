#pragma once

#include <drover/tables/count_table.hpp>

namespace drover::zones::impl {

/// Notes for the user about the zones, the values of this column: those without people, and those that some
/// tables have and others lack, the first few by name.
std::vector<std::string> zone_notes(const TableSet& set, std::size_t column);

/// The first of zone_notes alone; nothing if all zones have people.
std::vector<std::string> empty_zone_notes(const TableSet& set, std::size_t column);

}  // namespace drover::zones::impl
