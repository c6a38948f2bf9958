#include <algorithm>
#include <numeric>

#include <drover/core/check.hpp>
#include <drover/zones/impl/model.hpp>
#include <drover/zones/impl/shares.hpp>
#include <drover/zones/impl/units.hpp>

namespace drover::zones::impl {
namespace {

constexpr std::size_t max_slice_cells = std::size_t{1} << 28U;
// Of a cell of a unit: its count while it is read, its share, and its hits while rows are made.
constexpr double bytes_per_hub_cell = 20;

class HubModelMaker {
  public:
    HubModelMaker(const TableSet& tables, const Targets& targets, const HubModelOptions& options)
        : set_{tables},
          targets_{targets},
          trust_{targets.trust},
          options_{options},
          made_{make_units(tables.schema, options.hub)} {}

    HubTables operator()() {
        check_memory();
        find_zone_counts();
        std::size_t first = 0;
        for (std::size_t k = 0; k < set_.tables.size(); ++k) {
            throw_if_stopped(options_.control);
            add_table(set_.tables[k], first, targets_.totals[k].to_double());
            first += set_.tables[k].counts.size();
        }
        for (const Combination& combination : options_.forbid) forbid(combination);
        return std::move(made_);
    }

  private:
    bool is_free(std::size_t column) const { return !options_.hub || !options_.hub->holds(column); }

    // Every unit has all cells of the free columns, whether they are listed or not.
    void check_memory() const {
        double all = 0;
        double most = 0;
        std::string largest;
        for (const CountTable& table : set_.tables) {
            std::vector<std::size_t> held;
            double cells = 1;
            for (const std::size_t column : table.columns) {
                if (is_free(column)) cells *= static_cast<double>(made_.value_counts[column]);
                if (!is_free(column)) held.push_back(column);
            }
            if (held.size() == table.columns.size()) continue;
            cells *= static_cast<double>(made_.levels[find_unit_column(made_, held).level].unit_count);
            if (cells > most) largest = table.name;
            most = std::max(most, cells);
            all += cells;
        }
        const std::string around =
            options_.hub ? " and others around " + quoted(set_.schema.columns[options_.hub->column].name)
                         : "";
        options_.memory.check("table " + quoted(largest) + around, all, bytes_per_hub_cell);
    }

    void find_zone_counts() {
        std::optional<std::vector<std::int64_t>> common;
        if (options_.agree) common = common_zone_counts(set_, made_);
        made_.zone_counts = common ? *std::move(common) : mean_zone_counts(set_, targets_, made_);
    }

    void add_table(const CountTable& table, std::size_t first_cell, double total) {
        std::vector<std::size_t> held;
        HubTable added;
        for (const std::size_t column : table.columns)
            (is_free(column) ? added.columns : held).push_back(column);
        if (added.columns.empty()) return;
        const UnitColumn unit = find_unit_column(made_, held);
        added.level = unit.level;
        const std::size_t slice = made_.slice_size(added);
        const std::size_t units = made_.levels[added.level].unit_count;
        check_slices(table, slice, units);
        std::vector<double> counts(slice * units);
        std::vector<bool> unknown(table.has_unknown() ? counts.size() : 0);
        std::vector<std::uint16_t> trusts(trust_.empty() ? 0 : counts.size());
        const TableCells cells{set_.schema, table};
        for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
            std::size_t at = unit.column == HubTables::no_hub ? 0 : cells.value(cell, unit.column);
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
            return Problem{Fault::range,
                           {.key = "table " + quoted(table.name)},
                           "at most 2^28 cells over all units",
                           std::to_string(slice) + " for each of " + std::to_string(units)};
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
        const Level& level = made_.levels[table.level];
        std::vector<double> unit_rows(level.unit_count);
        for (std::size_t zone = 0; zone < made_.zone_count(); ++zone)
            unit_rows[level.unit_of[zone]] += static_cast<double>(made_.zone_counts[zone]);
        table.capped = options_.agree && unknown.empty();
        table.shares.resize(counts.size());
        const double rows = std::accumulate(unit_rows.begin(), unit_rows.end(), 0.0);
        for (std::size_t unit = 0; unit < level.unit_count; ++unit) {
            const std::span part = std::span{counts}.subspan(unit * slice, slice);
            const double sum = std::accumulate(part.begin(), part.end(), 0.0);
            if (sum != unit_rows[unit]) table.capped = false;
            // If cells are unknown, the known ones are shares of the rows that the unit has in other tables.
            const auto first =
                unknown.begin() + static_cast<std::ptrdiff_t>(unknown.empty() ? 0 : unit * slice);
            const auto last = first + static_cast<std::ptrdiff_t>(unknown.empty() ? 0 : slice);
            const bool is_partial = std::find(first, last, true) != last;
            const double whole = is_partial ? std::max(sum, unit_rows[unit] / rows * total) : sum;
            const std::span out = std::span{table.shares}.subspan(unit * slice, slice);
            fill_unit(part, whole, out);
            for (std::size_t cell = 0; is_partial && cell < slice; ++cell)
                if (first[static_cast<std::ptrdiff_t>(cell)]) out[cell] = unknown_share;
        }
    }

    void fill_unit(std::span<const double> counts, double whole, std::span<std::uint32_t> shares) const {
        if (whole <= 0) {
            std::fill(shares.begin(), shares.end(), options_.hard_zeros ? forbidden_share : unknown_share);
            return;
        }
        to_shares(counts, whole, shares);
        for (std::size_t cell = 0; options_.hard_zeros && cell < shares.size(); ++cell)
            if (counts[cell] == 0) shares[cell] = forbidden_share;
    }

    // A table that pulls nothing, with the combination forbidden in each unit that it names.
    void forbid(const Combination& combination) {
        HubTable table{.columns = {}, .level = 0, .shares = {}, .trust = {}, .common_trust = 0};
        std::vector<std::size_t> held;
        for (const auto& [column, value] : combination)
            (is_free(column) ? table.columns : held).push_back(column);
        check_input(!table.columns.empty(), [] {
            return Problem{Fault::missing,
                           {.key = "forbidden combinations"},
                           "a column besides those of the zones",
                           "none"};
        });
        table.level = held.empty() ? made_.levels.size() - 1 : 0;
        const std::size_t slice = made_.slice_size(table);
        const std::size_t units = made_.levels[table.level].unit_count;
        table.shares.assign(slice * units, unknown_share);
        std::size_t cell = 0;
        for (const std::size_t column : table.columns)
            cell = cell * made_.value_counts[column] + value_in(combination, column);
        for (std::size_t unit = 0; unit < units; ++unit) {
            const bool is_meant = std::all_of(held.begin(), held.end(), [&](std::size_t column) {
                return zone_value(made_, unit, column) == value_in(combination, column);
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

}  // namespace drover::zones::impl
