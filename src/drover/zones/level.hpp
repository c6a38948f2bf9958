#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drover::zones {

/// Zones put together into units: the zones themselves, tracts, the region.
struct Level {
    std::vector<std::uint32_t> unit_of = {};  ///< one per zone
    std::size_t unit_count = 0;

    friend bool operator==(const Level&, const Level&) = default;
};

}  // namespace drover::zones
