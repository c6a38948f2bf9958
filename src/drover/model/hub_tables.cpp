#include <algorithm>

#include <drover/core/philox.hpp>
#include <drover/core/union_find.hpp>
#include <drover/model/hub_tables.hpp>

namespace drover {
namespace {

constexpr std::uint64_t step_stream = 1;
constexpr std::uint64_t start_stream = 2;

// Shares of the values of a column in a unit; none if no share is known.
std::vector<std::uint64_t> value_shares(const HubTables& tables, const HubTable& table, std::size_t column,
                                        std::size_t unit) {
    const std::size_t slice = tables.slice_size(table);
    std::size_t stride = 1;
    for (std::size_t j = table.columns.size(); table.columns[--j] != column;)
        stride *= tables.value_counts[table.columns[j]];
    std::vector<std::uint64_t> shares(tables.value_counts[column]);
    for (std::size_t cell = 0; cell < slice; ++cell) {
        const std::uint32_t share = table.shares[unit * slice + cell];
        if (share < forbidden_share) shares[cell / stride % shares.size()] += share;
    }
    return shares;
}

// The value at a point of 0 .. 2^32 - 1 if the values lie one after the other, each as long as its share.
std::uint32_t value_at(const std::vector<std::uint64_t>& shares, std::uint64_t point) {
    std::uint64_t sum = 0;
    for (const std::uint64_t share : shares) sum += share;
    const std::uint64_t place = (sum >> 16U) * point >> 16U;
    std::uint64_t passed = 0;
    for (std::uint32_t value = 0; value < shares.size(); ++value) {
        passed += shares[value];
        if (place < passed) return value;
    }
    return 0;
}

}  // namespace

std::vector<std::uint32_t> tied_zones(const HubTables& tables, const std::vector<bool>& levels) {
    constexpr std::uint32_t none = free_value;
    UnionFind sets{tables.zone_count()};
    for (std::size_t k = 0; k < levels.size(); ++k) {
        if (!levels[k]) continue;
        std::vector<std::uint32_t> first(tables.levels[k].unit_count, none);
        for (std::uint32_t zone = 0; zone < tables.zone_count(); ++zone) {
            std::uint32_t& seen = first[tables.levels[k].unit_of[zone]];
            if (seen == none) seen = zone;
            sets.join(seen, zone);
        }
    }
    const auto roots = sets.roots();
    return {roots.begin(), roots.end()};
}

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
        std::uint64_t point = CounterRandom{seed, start_stream}.bits(column);
        for (std::size_t zone = 0; zone < tables.zone_count(); ++zone) {
            point += step;
            const std::size_t unit = tables.levels[table->level].unit_of[zone];
            values[zone * width + j] = value_at(value_shares(tables, *table, column, unit), point >> 32U);
        }
    }
    return values;
}

}  // namespace drover
