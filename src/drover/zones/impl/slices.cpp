#include <algorithm>
#include <cassert>

#include <drover/zones/impl/slices.hpp>

namespace drover::zones::impl {
namespace {

constexpr std::int64_t one = std::int64_t{1} << hub_share_bits;

// The integer number of rows that a share of so many is.
std::int64_t rows_of(std::uint32_t share, std::int64_t unit_rows) {
    return static_cast<std::int64_t>((std::uint64_t{share} * static_cast<std::uint64_t>(unit_rows) +
                                      (std::uint64_t{1} << (hub_share_bits - 1))) >>
                                     static_cast<unsigned>(hub_share_bits));
}

std::int64_t largest_trust(const HubTable& table) {
    return table.trust.empty() ? table.common_trust
                               : *std::max_element(table.trust.begin(), table.trust.end());
}

// Bits to drop so that the weights of all tables together stay below 2^62 for so many steps.
int needed_shift(const HubTables& tables, std::int64_t max_steps) {
    Int128 largest = 0;
    for (const HubTable& table : tables.tables) largest += Int128{largest_trust(table)} * max_steps * one;
    int shift = 0;
    while ((largest >> shift) >= Int128{1} << 62) ++shift;
    return shift;
}

}  // namespace

HubSlices::HubSlices(const HubTables& tables, std::int64_t max_steps, std::int64_t zero_start,
                     const RunControl& control)
    : levels_{tables.levels}, shift_{needed_shift(tables, max_steps)} {
    for (const Level& level : levels_) {
        visits_.emplace_back(level.unit_count);
        std::vector<std::int64_t>& rows = unit_rows_.emplace_back(level.unit_count);
        for (std::size_t zone = 0; zone < tables.zone_count(); ++zone)
            rows[level.unit_of[zone]] += tables.zone_counts[zone];
    }
    std::size_t cell_count = 0;
    for (const HubTable& table : tables.tables) cell_count += table.shares.size();
    cells_.reserve(cell_count);
    for (const HubTable& table : tables.tables) {
        throw_if_stopped(control);
        add_table(tables, table, zero_start);
    }
    add_places(tables);
    for (std::size_t level = 0; level < levels_.size(); ++level) {
        const auto is_of = [&](const HubTable& table) { return table.level == level; };
        if (level == 0 || std::any_of(tables.tables.begin(), tables.tables.end(), is_of))
            counted_levels_.push_back(level);
    }
}

void HubSlices::add_table(const HubTables& tables, const HubTable& table, std::int64_t zero_start) {
    Table added{.first_cell = cells_.size(),
                .slice = tables.slice_size(table),
                .first_unit = units_.size(),
                .level = table.level,
                .columns = {},
                .trust = table.trust,
                .common_trust = table.common_trust,
                .capped = table.capped,
                .is_plain = !table.capped && table.trust.empty()};
    std::size_t stride = 1;
    for (std::size_t j = table.columns.size(); j-- > 0;) {
        added.columns.push_back({table.columns[j], stride});
        stride *= tables.value_counts[table.columns[j]];
    }
    assert(table.shares.size() == added.slice * levels_[table.level].unit_count);
    for (const std::uint32_t share : table.shares) {
        cells_.push_back({share, share == 0 ? static_cast<std::int32_t>(zero_start) : 0});
        if (share >= forbidden_share) added.is_plain = false;
    }
    for (std::size_t cell = 0; cell < table.shares.size(); ++cell) {
        if (cell % added.slice == 0) units_.emplace_back();
        const Int128 share = table.shares[cell];
        if (share < forbidden_share) units_.back().squares += trust_of(added, cell) * share * share;
    }
    tables_.push_back(std::move(added));
}

void HubSlices::add_places(const HubTables& tables) {
    std::vector<std::size_t> order(tables.value_counts.size());
    for (std::size_t k = 0; k < tables.free_columns.size(); ++k) order[tables.free_columns[k]] = k;
    places_.resize(order.size());
    building_places_.resize(order.size());
    for (std::size_t k = 0; k < tables_.size(); ++k) {
        for (const Other& own : tables_[k].columns) {
            Place place{.table = k, .stride = own.stride, .others = {}};
            bool is_last = true;
            for (const Other& other : tables_[k].columns) {
                if (other.column == own.column) continue;
                place.others.push_back(other);
                is_last = is_last && order[other.column] < order[own.column];
            }
            if (is_last) building_places_[own.column].push_back(place);
            places_[own.column].push_back(std::move(place));
        }
    }
}

void HubSlices::look(std::uint32_t zone, std::vector<View>& views) {
    views.resize(tables_.size());
    for (std::size_t k = 0; k < tables_.size(); ++k) {
        const Table& table = tables_[k];
        const std::size_t unit = levels_[table.level].unit_of[zone];
        View& view = views[k];
        view.cells = cells_.data() + table.first_cell + unit * table.slice;
        view.trust = table.trust.empty() ? nullptr : table.trust.data() + unit * table.slice;
        view.visits = visits_[table.level][unit];
        view.common_trust = table.common_trust;
        view.unit_rows = table.capped ? unit_rows_[table.level][unit] : 0;
        view.is_plain = table.is_plain;
        view.runs = view.unit_rows > 0 ? view.visits / view.unit_rows + 1 : 1;
    }
}

void HubSlices::add(const View& view, const HubCell* cell, std::size_t stride,
                    std::span<HubScore> scores) const {
    for (HubScore& score : scores) {
        if (cell->share < forbidden_share) {
            const std::int64_t weight =
                view.visits * std::int64_t{cell->share} - std::int64_t{cell->hits} * one;
            score.score += (weight >> shift_) *
                           (view.trust == nullptr ? view.common_trust : view.trust[cell - view.cells]);
            if (view.unit_rows > 0 && cell->hits >= view.runs * rows_of(cell->share, view.unit_rows))
                ++score.broken;
        } else if (cell->share == forbidden_share) {
            score.broken += HubScore::broken_zero;
        }
        cell += stride;
    }
}

void HubSlices::add_plain(const View& view, const HubCell* cell, std::size_t stride,
                          std::span<HubScore> scores) const {
    const std::int64_t visits = view.visits;
    const std::int64_t trust = view.common_trust;
    const int shift = shift_;
    for (HubScore& score : scores) {
        score.score +=
            ((visits * std::int64_t{cell->share} - std::int64_t{cell->hits} * one) >> shift) * trust;
        cell += stride;
    }
}

void HubSlices::score(std::span<const View> views, const CategoryRow& row, std::size_t column,
                      bool is_building, std::span<HubScore> scores) const {
    std::fill(scores.begin(), scores.end(), HubScore{});
    for (const Place& place : is_building ? building_places_[column] : places_[column]) {
        const HubCell* cell = views[place.table].cells;
        for (const Other& other : place.others) cell += row[other.column] * other.stride;
        if (views[place.table].is_plain) {
            add_plain(views[place.table], cell, place.stride, scores);
        } else {
            add(views[place.table], cell, place.stride, scores);
        }
    }
}

// trust * (visits * share - hits) of the cell, and the same of all cells weighed by their shares.
bool HubSlices::take(std::uint32_t zone, std::span<const View> views, const CategoryRow& row) {
    Int128 margin = 0;
    for (std::size_t k = 0; k < tables_.size(); ++k) {
        const Table& table = tables_[k];
        std::size_t cell = 0;
        for (const Other& own : table.columns) cell += row[own.column] * own.stride;
        const std::size_t unit_number = levels_[table.level].unit_of[zone];
        const Unit& unit = units_[table.first_unit + unit_number];
        const HubCell& hit = views[k].cells[cell];
        margin += views[k].visits * unit.squares - unit.pulled * one;
        if (hit.share < forbidden_share) {
            const std::int64_t weight =
                views[k].visits * std::int64_t{hit.share} - std::int64_t{hit.hits} * one;
            margin -= Int128{weight} * one * trust_of(table, unit_number * table.slice + cell);
        }
        count(table, unit_number, cell, 1);
    }
    for (const std::size_t level : counted_levels_) ++visits_[level][levels_[level].unit_of[zone]];
    return margin > 0;
}

void HubSlices::count(const Table& table, std::size_t unit, std::size_t cell, std::int64_t times) {
    HubCell& hit = cells_[table.first_cell + unit * table.slice + cell];
    if (hit.share < forbidden_share)
        units_[table.first_unit + unit].pulled +=
            Int128{trust_of(table, unit * table.slice + cell)} * hit.share * times;
    hit.hits += static_cast<std::int32_t>(times);
}

void HubSlices::restore(std::span<const std::int64_t> hits, std::span<const std::int64_t> zone_rows) {
    for (const Table& table : tables_) {
        for (std::size_t unit = 0; unit < levels_[table.level].unit_count; ++unit) {
            units_[table.first_unit + unit].pulled = 0;
            for (std::size_t cell = 0; cell < table.slice; ++cell) {
                HubCell& now = cells_[table.first_cell + unit * table.slice + cell];
                const std::int64_t wanted = hits[static_cast<std::size_t>(&now - cells_.data())];
                now.hits = 0;
                count(table, unit, cell, wanted);
            }
        }
    }
    for (const std::size_t level : counted_levels_) {
        std::fill(visits_[level].begin(), visits_[level].end(), 0);
        for (std::size_t zone = 0; zone < zone_rows.size(); ++zone)
            visits_[level][levels_[level].unit_of[zone]] += zone_rows[zone];
    }
}

}  // namespace drover::zones::impl
