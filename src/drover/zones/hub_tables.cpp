#include <algorithm>
#include <numeric>

#include <drover/number/philox.hpp>
#include <drover/zones/hub_tables.hpp>

namespace drover::zones {
namespace {

constexpr std::uint64_t step_stream = 1;
constexpr std::uint64_t start_stream = 2;

// Where the values of a column end in a unit if they lie one after the other, each as long as its share.
std::vector<std::uint64_t> value_ends(const HubTables& tables, const HubTable& table, std::size_t column,
                                      std::size_t unit) {
    const std::size_t slice = tables.slice_size(table);
    std::size_t stride = 1;
    for (std::size_t j = table.columns.size(); table.columns[--j] != column;)
        stride *= tables.value_counts[table.columns[j]];
    std::vector<std::uint64_t> ends(tables.value_counts[column]);
    for (std::size_t cell = 0; cell < slice; ++cell) {
        const std::uint32_t share = table.shares[unit * slice + cell];
        if (share < forbidden_share) ends[cell / stride % ends.size()] += share;
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    return ends;
}

// The value at a point of 0 .. 2^32 - 1; the first if no share is known.
std::uint32_t value_at(const std::vector<std::uint64_t>& ends, std::uint64_t point) {
    const std::uint64_t place = (ends.back() >> 16U) * point >> 16U;
    const auto found = std::upper_bound(ends.begin(), ends.end(), place);
    return found == ends.end() ? 0 : static_cast<std::uint32_t>(found - ends.begin());
}

// Unit after unit.
std::vector<std::uint32_t> zones_in_units(const Level& level) {
    std::vector<std::uint32_t> zones(level.unit_of.size());
    std::iota(zones.begin(), zones.end(), 0U);
    std::stable_sort(zones.begin(), zones.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return level.unit_of[a] < level.unit_of[b]; });
    return zones;
}

}  // namespace

std::vector<std::uint32_t> first_values(const HubTables& tables, std::uint64_t seed) {
    const std::size_t width = tables.free_columns.size();
    std::vector<std::uint32_t> values(tables.zone_count() * width);
    if (tables.zone_count() < 2) return values;
    for (std::size_t j = 0; j < width; ++j) {
        const std::size_t column = tables.free_columns[j];
        const auto table = std::find_if(tables.tables.begin(), tables.tables.end(), [&](const HubTable& one) {
            return std::find(one.columns.begin(), one.columns.end(), column) != one.columns.end();
        });
        if (table == tables.tables.end()) continue;
        const std::uint64_t step = CounterRandom{0, step_stream}.bits(column) | 1U;
        const std::uint64_t start = CounterRandom{seed, start_stream}.bits(column);
        const Level& level = tables.levels[table->level];
        std::vector<std::uint64_t> ends;
        std::size_t unit = level.unit_count;  // none yet
        for (const std::uint32_t zone : zones_in_units(level)) {
            if (level.unit_of[zone] != unit) {
                unit = level.unit_of[zone];
                ends = value_ends(tables, *table, column, unit);
            }
            values[zone * width + j] = value_at(ends, (start + (zone + 1) * step) >> 32U);
        }
    }
    return values;
}

}  // namespace drover::zones
