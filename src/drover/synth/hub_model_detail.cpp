#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <drover/core/check.hpp>
#include <drover/synth/hub_model_detail.hpp>
#include <drover/synth/shares_detail.hpp>

namespace drover::detail {
namespace {

constexpr double zone_grid = 1LL << 45U;  // the sum of zone counts that are no whole rows
constexpr std::size_t max_slice_cells = std::size_t{1} << 28U;

class HubModelMaker {
  public:
    HubModelMaker(const TableSet& tables, const Targets& targets, const HubModelOptions& options)
        : set_{tables}, targets_{targets}, trust_{targets.trust}, options_{options} {
        for (const Column& column : set_.schema.columns) made_.value_counts.push_back(column.values.size());
    }

    HubTables operator()() {
        make_levels();
        find_zone_counts();
        std::size_t first = 0;
        for (std::size_t k = 0; k < set_.tables.size(); ++k) {
            add_table(set_.tables[k], first, targets_.totals[k].to_double());
            first += set_.tables[k].counts.size();
        }
        for (const Combination& combination : options_.forbid) forbid(combination);
        return std::move(made_);
    }

  private:
    bool is_free(std::size_t column) const { return !options_.hub || !options_.hub->holds(column); }
    std::size_t zone_count() const { return options_.hub ? made_.value_counts[options_.hub->column] : 1; }

    void make_levels() {
        HubLevel zones{.unit_of = std::vector<std::uint32_t>(zone_count()), .unit_count = zone_count()};
        std::iota(zones.unit_of.begin(), zones.unit_of.end(), 0U);
        made_.levels.push_back(std::move(zones));
        for (std::size_t column = 0; column < made_.value_counts.size(); ++column)
            if (is_free(column)) made_.free_columns.push_back(column);
        if (!options_.hub) return;
        made_.hub = options_.hub->column;
        std::vector<DecidedColumn> decided = options_.hub->decided;
        std::stable_sort(decided.begin(), decided.end(), [&](const auto& a, const auto& b) {
            return made_.value_counts[a.column] > made_.value_counts[b.column];
        });
        for (const DecidedColumn& one : decided) {
            made_.decided.emplace_back(one.column, made_.levels.size());
            made_.levels.push_back({one.values, made_.value_counts[one.column]});
        }
        made_.levels.push_back({std::vector<std::uint32_t>(zone_count()), 1});
    }

    // The level of a table with these columns, and what it adds to a unit's number for each column: a table
    // of the hub or of one decided column has the level of that column, one without has the region.
    std::size_t level_of(const std::vector<std::size_t>& held) {
        if (held.empty()) return made_.levels.size() - 1;
        std::size_t level = made_.levels.size();
        for (const std::size_t column : held) {
            if (column == made_.hub) return 0;
            const auto found = std::find_if(made_.decided.begin(), made_.decided.end(),
                                            [&](const auto& one) { return one.first == column; });
            level = std::min(level, found->second);
        }
        return level;
    }

    // Which unit the cell is of; nothing if it lies outside, because its columns contradict the hub.
    std::optional<std::size_t> unit_of(const TableCells& cells, std::size_t cell, std::size_t level,
                                       const std::vector<std::size_t>& held) const {
        if (held.empty()) return 0;
        std::optional<std::size_t> unit;
        for (const std::size_t column : held) {
            if (column == made_.hub || column_of(level) == column) unit = cells.value(cell, column);
        }
        return unit;
    }
    std::size_t column_of(std::size_t level) const {
        for (const auto& [column, own] : made_.decided)
            if (own == level) return column;
        return HubTables::no_hub;
    }

    // Mean over the tables of the zones, each by its own total; whole rows where all agree.
    void find_zone_counts() {
        std::vector<double> sums(zone_count());
        std::vector<double> weights(zone_count());
        std::vector<double> first;
        bool whole = options_.agree;
        if (!options_.hub) {
            made_.zone_counts = {static_cast<std::int64_t>(total_of(set_.tables.front()))};
            if (!whole) made_.zone_counts = {1};
            return;
        }
        for (std::size_t k = 0; k < set_.tables.size(); ++k) {
            const CountTable& table = set_.tables[k];
            if (std::find(table.columns.begin(), table.columns.end(), made_.hub) == table.columns.end())
                continue;
            const ZoneSums zones = zone_sums(table);
            const double total = targets_.totals[k].to_double();
            for (std::size_t zone = 0; zone < sums.size(); ++zone) {
                if (zones.unknown[zone] || total <= 0) continue;
                sums[zone] += zones.counts[zone] / total;
                weights[zone] += 1;
            }
            if (first.empty()) first = zones.counts;
            whole = whole && first == zones.counts;
        }
        if (whole) {
            for (const double count : first) made_.zone_counts.push_back(static_cast<std::int64_t>(count));
            return;
        }
        double total = 0;
        for (std::size_t zone = 0; zone < sums.size(); ++zone) {
            if (weights[zone] > 0) sums[zone] /= weights[zone];
            total += sums[zone];
        }
        for (const double share : sums)
            made_.zone_counts.push_back(
                static_cast<std::int64_t>(std::floor(share / total * zone_grid + 0.5)));
    }

    static double total_of(const CountTable& table) {
        double sum = 0;
        for (const Rational& count : table.counts) sum += std::max(0.0, count.to_double());
        return sum;
    }

    struct ZoneSums {
        std::vector<double> counts;
        std::vector<bool> unknown;
    };
    ZoneSums zone_sums(const CountTable& table) const {
        ZoneSums sums{std::vector<double>(zone_count()), std::vector<bool>(zone_count())};
        const TableCells cells{set_.schema, table};
        for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
            const std::size_t zone = cells.value(cell, made_.hub);
            sums.counts[zone] += std::max(0.0, table.counts[cell].to_double());
            if (table.is_unknown(cell)) sums.unknown[zone] = true;
        }
        return sums;
    }

    void add_table(const CountTable& table, std::size_t first_cell, double total) {
        std::vector<std::size_t> held;
        HubTable added;
        for (const std::size_t column : table.columns)
            (is_free(column) ? added.columns : held).push_back(column);
        if (added.columns.empty()) return;
        added.level = level_of(held);
        const std::size_t slice = made_.slice_size(added);
        const std::size_t units = made_.levels[added.level].unit_count;
        check_slices(table, slice, units);
        std::vector<double> counts(slice * units);
        std::vector<bool> unknown(table.has_unknown() ? counts.size() : 0);
        std::vector<std::uint16_t> trusts(trust_.empty() ? 0 : counts.size());
        const TableCells cells{set_.schema, table};
        for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
            const std::optional<std::size_t> unit = unit_of(cells, cell, added.level, held);
            if (!unit) continue;
            std::size_t at = *unit;
            for (const std::size_t column : added.columns)
                at = at * made_.value_counts[column] + cells.value(cell, column);
            counts[at] += std::max(0.0, table.counts[cell].to_double());
            if (table.is_unknown(cell)) unknown[at] = true;
            if (!trust_.empty()) trusts[at] = trust_of(first_cell + cell);
        }
        fill_shares(added, counts, unknown, total);
        take_trust(added, std::move(trusts));
        made_.tables.push_back(std::move(added));
    }

    static void check_slices(const CountTable& table, std::size_t slice, std::size_t units) {
        check_input(slice <= max_slice_cells / units, [&] {
            return "table " + quoted(table.name) + ": expected at most 2^28 cells over all units, got " +
                   std::to_string(slice) + " for each of " + std::to_string(units);
        });
    }

    std::uint16_t trust_of(std::size_t cell) const {
        return static_cast<std::uint16_t>(published_trust * trust_[cell]);
    }

    static void take_trust(HubTable& table, std::vector<std::uint16_t> trusts) {
        table.common_trust = trusts.empty() ? published_trust : trusts.front();
        const bool same = std::all_of(trusts.begin(), trusts.end(),
                                      [&](std::uint16_t trust) { return trust == trusts.front(); });
        if (!same) table.trust = std::move(trusts);
    }

    void fill_shares(HubTable& table, const std::vector<double>& counts, const std::vector<bool>& unknown,
                     double total) {
        const std::size_t slice = made_.slice_size(table);
        const HubLevel& level = made_.levels[table.level];
        std::vector<double> unit_rows(level.unit_count);
        for (std::size_t zone = 0; zone < zone_count(); ++zone)
            unit_rows[level.unit_of[zone]] += static_cast<double>(made_.zone_counts[zone]);
        table.capped = options_.agree && unknown.empty();
        table.shares.resize(counts.size());
        const double rows = std::accumulate(unit_rows.begin(), unit_rows.end(), 0.0);
        for (std::size_t unit = 0; unit < level.unit_count; ++unit) {
            const std::span part = std::span{counts}.subspan(unit * slice, slice);
            const std::span out = std::span{table.shares}.subspan(unit * slice, slice);
            const double sum = std::accumulate(part.begin(), part.end(), 0.0);
            if (sum != unit_rows[unit]) table.capped = false;
            // With unknown cells the known ones are of the rows that the unit has by other tables.
            const bool partial =
                !unknown.empty() &&
                std::any_of(unknown.begin() + static_cast<std::ptrdiff_t>(unit * slice),
                            unknown.begin() + static_cast<std::ptrdiff_t>((unit + 1) * slice),
                            [](bool b) { return b; });
            const double whole = partial ? std::max(sum, unit_rows[unit] / rows * total) : sum;
            if (whole <= 0) {
                std::fill(out.begin(), out.end(), options_.hard_zeros ? forbidden_share : unknown_share);
            } else {
                to_shares(part, whole, out);
            }
            for (std::size_t cell = 0; cell < slice; ++cell) {
                if (partial && unknown[unit * slice + cell]) {
                    out[cell] = unknown_share;
                } else if (options_.hard_zeros && part[cell] == 0) {
                    out[cell] = forbidden_share;
                }
            }
        }
    }

    // A table that pulls nothing, with the combination forbidden in each unit that it speaks of.
    void forbid(const Combination& combination) {
        HubTable table{.columns = {}, .level = 0, .shares = {}, .trust = {}, .common_trust = 0};
        std::vector<std::size_t> held;
        for (const auto& [column, value] : combination)
            (is_free(column) ? table.columns : held).push_back(column);
        check_input(!table.columns.empty(), [] {
            return std::string{
                "forbidden combinations: expected a column besides those of the zones, got none"};
        });
        table.level = held.empty() ? level_of(held) : 0;
        const std::size_t slice = made_.slice_size(table);
        const std::size_t units = made_.levels[table.level].unit_count;
        table.shares.assign(slice * units, unknown_share);
        std::size_t cell = 0;
        for (const std::size_t column : table.columns)
            cell = cell * made_.value_counts[column] + value_in(combination, column);
        for (std::size_t unit = 0; unit < units; ++unit) {
            const bool is_meant = std::all_of(held.begin(), held.end(), [&](std::size_t column) {
                return zone_value(unit, column) == value_in(combination, column);
            });
            if (is_meant) table.shares[unit * slice + cell] = forbidden_share;
        }
        made_.tables.push_back(std::move(table));
    }
    static std::uint32_t value_in(const Combination& combination, std::size_t column) {
        return std::find_if(combination.begin(), combination.end(),
                            [&](const auto& entry) { return entry.first == column; })
            ->second;
    }
    std::uint32_t zone_value(std::size_t zone, std::size_t column) const {
        if (column == made_.hub) return static_cast<std::uint32_t>(zone);
        for (const auto& [other, level] : made_.decided)
            if (other == column) return made_.levels[level].unit_of[zone];
        return free_value;
    }

    const TableSet& set_;
    const Targets& targets_;
    std::span<const std::int32_t> trust_;
    const HubModelOptions& options_;
    HubTables made_;
};

}  // namespace

HubTables make_hub_tables(const TableSet& tables, const Targets& targets, const HubModelOptions& options) {
    return HubModelMaker{tables, targets, options}();
}

bool overlap(const HubTables& tables) {
    std::vector<bool> seen(tables.value_counts.size());
    for (const HubTable& table : tables.tables) {
        for (const std::size_t column : table.columns) {
            if (seen[column]) return true;
            seen[column] = true;
        }
    }
    return false;
}

std::size_t lane_count(const HubTables& tables) {
    std::size_t lanes = 0;
    for (const HubTable& table : tables.tables) {
        for (const std::size_t column : table.columns) lanes += tables.value_counts[column];
    }
    return lanes;
}

std::string hub_text(const Schema& schema, const HubTables& tables) {
    if (tables.hub == HubTables::no_hub) return "";
    std::string text = "zone by zone over " + std::to_string(tables.zone_count()) + " values of " +
                       schema.columns[tables.hub].name;
    for (std::size_t k = 0; k < tables.decided.size(); ++k)
        text += (k == 0 ? ", which decides " : ", ") + schema.columns[tables.decided[k].first].name;
    return text + "; ";
}

}  // namespace drover::detail
