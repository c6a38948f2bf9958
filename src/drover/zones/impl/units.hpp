#pragma once

#include <optional>
#include <vector>

#include <drover/tables/targets.hpp>
#include <drover/zones/hub.hpp>
#include <drover/zones/hub_tables.hpp>

namespace drover::zones::impl {

/// The columns and levels of tables around a hub, without tables and counts yet; no hub: one zone.
HubTables make_units(const Schema& schema, const std::optional<Hub>& hub);

/// Where a table with these columns of the hub belongs: to the finest of them, without one to the region.
struct UnitColumn {
    std::size_t level = 0;
    std::size_t column = HubTables::no_hub;  ///< its values are the units; no_hub: there is one
};
UnitColumn find_unit_column(const HubTables& units, const std::vector<std::size_t>& held);

/// The value of a zone in the hub's column, or in one that it decides.
std::uint32_t zone_value(const HubTables& units, std::size_t zone, std::size_t column);

/// The integer number of rows of each zone, if all tables of the zones agree on it.
std::optional<std::vector<std::int64_t>> common_zone_counts(const TableSet& set, const HubTables& units);

/// The shares of the zones among all rows, on a grid: the mean over the tables of the zones, each by its own
/// total.
std::vector<std::int64_t> mean_zone_counts(const TableSet& set, const Targets& targets,
                                           const HubTables& units);

}  // namespace drover::zones::impl
