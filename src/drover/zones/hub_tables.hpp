#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <drover/herd/features/marginal_tables.hpp>
#include <drover/number/int128.hpp>
#include <drover/zones/level.hpp>

namespace drover::zones {

/// A share of one is 2^31; the two largest numbers mean something else.
inline constexpr int hub_share_bits = 31;
inline constexpr std::uint32_t unknown_share = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint32_t forbidden_share = unknown_share - 1;

/// A table for every unit of a level, over free columns.
struct HubTable {
    std::vector<std::size_t> columns = {};  ///< free ones, at least one
    std::size_t level = 0;
    std::vector<std::uint32_t> shares = {};  ///< unit after unit, the last column fastest
    std::vector<std::uint16_t> trust = {};   ///< one per cell; empty: common_trust for all
    std::int32_t common_trust = 1;
    bool capped = false;  ///< the shares are integer counts of the unit's rows, which no cell exceeds
};

/// Tables around a hub: a column (zones), the columns that it decides (tracts), and free columns. Without a
/// hub there is one zone.
struct HubTables {
    std::vector<std::size_t> value_counts = {};  ///< of all columns
    std::size_t hub = no_hub;
    std::vector<Level> levels = {};  ///< the zones first, then coarser and coarser ones
    /// Columns that follow from the zone, and their levels: the value is the number of the unit.
    std::vector<std::pair<std::size_t, std::size_t>> decided = {};
    std::vector<std::size_t> free_columns = {};  ///< in the order in which a row is built
    std::vector<std::int64_t> zone_counts = {};  ///< rows of each zone among the sum of them
    std::vector<HubTable> tables = {};

    static constexpr std::size_t no_hub = std::numeric_limits<std::size_t>::max();

    std::size_t zone_count() const { return zone_counts.size(); }
    std::size_t slice_size(const HubTable& table) const {
        std::size_t size = 1;
        for (const std::size_t column : table.columns) size *= value_counts[column];
        return size;
    }
};

/// What the first row of each zone takes while all weights are 0: zone after zone a value for each free
/// column, so that over the zones they have the shares of the first table of the column (low-discrepancy
/// sequences, one per column). Without it every zone would begin with the same values. All 0 for a single
/// zone.
std::vector<std::uint32_t> first_values(const HubTables& tables, std::uint64_t seed = 0);

}  // namespace drover::zones
