#include <algorithm>
#include <cmath>
#include <numeric>

#include <drover/zones/impl/units.hpp>

namespace drover::zones::impl {
namespace {

constexpr double zone_grid = 1LL << 45U;  // the sum of zone counts that are not integers

bool is_of_zones(const CountTable& table, const HubTables& units) {
    return std::find(table.columns.begin(), table.columns.end(), units.hub) != table.columns.end();
}

struct ZoneSums {
    std::vector<double> counts;
    std::vector<bool> unknown;
};

ZoneSums zone_sums(const Schema& schema, const CountTable& table, const HubTables& units) {
    const std::size_t zones = units.levels.front().unit_count;
    ZoneSums sums{std::vector<double>(zones), std::vector<bool>(zones)};
    const TableCells cells{schema, table};
    for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
        const std::size_t zone = units.hub == HubTables::no_hub ? 0 : cells.value(cell, units.hub);
        sums.counts[zone] += std::max(0.0, table.counts[cell].to_double());
        if (table.is_unknown(cell)) sums.unknown[zone] = true;
    }
    return sums;
}

std::vector<std::int64_t> to_whole(const std::vector<double>& counts) {
    std::vector<std::int64_t> whole;
    for (const double count : counts) whole.push_back(static_cast<std::int64_t>(count));
    return whole;
}

}  // namespace

HubTables make_units(const Schema& schema, const std::optional<Hub>& hub) {
    HubTables made;
    for (const Column& column : schema.columns) made.value_counts.push_back(column.values.size());
    for (std::size_t column = 0; column < made.value_counts.size(); ++column) {
        if (!hub || !hub->holds(column)) made.free_columns.push_back(column);
    }
    const std::size_t zone_count = hub ? made.value_counts[hub->column] : 1;
    Level zones{.unit_of = std::vector<std::uint32_t>(zone_count), .unit_count = zone_count};
    std::iota(zones.unit_of.begin(), zones.unit_of.end(), 0U);
    made.levels.push_back(std::move(zones));
    if (!hub) return made;
    made.hub = hub->column;
    std::vector<DecidedColumn> decided = hub->decided;
    std::stable_sort(decided.begin(), decided.end(), [&](const auto& a, const auto& b) {
        return made.value_counts[a.column] > made.value_counts[b.column];
    });
    for (const DecidedColumn& one : decided) {
        made.decided.emplace_back(one.column, made.levels.size());
        made.levels.push_back({one.values, made.value_counts[one.column]});
    }
    made.levels.push_back({std::vector<std::uint32_t>(zone_count), 1});
    return made;
}

UnitColumn find_unit_column(const HubTables& units, const std::vector<std::size_t>& held) {
    const auto is_held = [&](std::size_t column) {
        return std::find(held.begin(), held.end(), column) != held.end();
    };
    if (is_held(units.hub)) return {.level = 0, .column = units.hub};
    for (const auto& [column, level] : units.decided) {  // the finest first
        if (is_held(column)) return {.level = level, .column = column};
    }
    return {.level = units.levels.size() - 1, .column = HubTables::no_hub};
}

std::uint32_t zone_value(const HubTables& units, std::size_t zone, std::size_t column) {
    if (column == units.hub) return static_cast<std::uint32_t>(zone);
    for (const auto& [other, level] : units.decided) {
        if (other == column) return units.levels[level].unit_of[zone];
    }
    return free_value;
}

std::optional<std::vector<std::int64_t>> common_zone_counts(const TableSet& set, const HubTables& units) {
    if (units.hub == HubTables::no_hub)
        return to_whole(zone_sums(set.schema, set.tables.front(), units).counts);
    std::vector<double> first;
    for (const CountTable& table : set.tables) {
        if (!is_of_zones(table, units)) continue;
        const ZoneSums zones = zone_sums(set.schema, table, units);
        if (first.empty()) first = zones.counts;
        if (first != zones.counts) return std::nullopt;
    }
    return to_whole(first);
}

std::vector<std::int64_t> mean_zone_counts(const TableSet& set, const Targets& targets,
                                           const HubTables& units) {
    if (units.hub == HubTables::no_hub) return {1};
    std::vector<double> sums(units.levels.front().unit_count);
    std::vector<double> weights(sums.size());
    for (std::size_t k = 0; k < set.tables.size(); ++k) {
        const double total = targets.totals[k].to_double();
        if (!is_of_zones(set.tables[k], units) || total <= 0) continue;
        const ZoneSums zones = zone_sums(set.schema, set.tables[k], units);
        for (std::size_t zone = 0; zone < sums.size(); ++zone) {
            if (zones.unknown[zone]) continue;
            sums[zone] += zones.counts[zone] / total;
            weights[zone] += 1;
        }
    }
    double total = 0;
    for (std::size_t zone = 0; zone < sums.size(); ++zone) {
        if (weights[zone] > 0) sums[zone] /= weights[zone];
        total += sums[zone];
    }
    std::vector<std::int64_t> counts;
    for (const double share : sums)
        counts.push_back(static_cast<std::int64_t>(std::floor(share / total * zone_grid + 0.5)));
    return counts;
}

}  // namespace drover::zones::impl
