#include <algorithm>

#include <drover/zones/hub.hpp>

namespace drover::zones {
namespace {

constexpr std::uint32_t no_value = 0xFFFFFFFFU;
constexpr std::size_t least_values = 8;

bool has(const CountTable& table, std::size_t column) {
    return std::find(table.columns.begin(), table.columns.end(), column) != table.columns.end();
}

// The value of `coarse` that goes with each value of `fine`; nothing if some value goes with two.
std::optional<std::vector<std::uint32_t>> decided_values(const Schema& schema, const CountTable& table,
                                                         std::size_t fine, std::size_t coarse) {
    if (table.has_unknown()) return std::nullopt;
    std::vector<std::uint32_t> values(schema.columns[fine].values.size(), no_value);
    const TableCells cells{schema, table};
    for (std::size_t k = 0; k < table.counts.size(); ++k) {
        if (table.counts[k].numerator() == 0) continue;
        std::uint32_t& value = values[cells.value(k, fine)];
        const std::uint32_t other = cells.value(k, coarse);
        if (value != no_value && value != other) return std::nullopt;
        value = other;
    }
    return values;
}

// As if they came through the column between.
std::vector<std::uint32_t> composed(const std::vector<std::uint32_t>& first,
                                    const std::vector<std::uint32_t>& second) {
    std::vector<std::uint32_t> values;
    for (const std::uint32_t value : first) values.push_back(value == no_value ? no_value : second[value]);
    return values;
}

std::optional<std::vector<std::uint32_t>> found_values(const TableSet& set, std::size_t fine,
                                                       std::size_t coarse) {
    for (const CountTable& table : set.tables) {
        if (!has(table, fine) || !has(table, coarse)) continue;
        auto values = decided_values(set.schema, table, fine, coarse);
        if (values) return values;
    }
    return std::nullopt;
}

}  // namespace

bool Hub::holds(std::size_t other) const {
    return other == column || std::any_of(decided.begin(), decided.end(),
                                          [&](const DecidedColumn& one) { return one.column == other; });
}

Hub hub_at(const TableSet& set, std::size_t column) {
    Hub hub{.column = column, .decided = {}};
    // Columns found are looked at in their turn: the list grows while it is walked.
    for (std::size_t k = 0; k <= hub.decided.size(); ++k) {
        const std::size_t from = k == 0 ? column : hub.decided[k - 1].column;
        for (std::size_t other = 0; other < set.schema.columns.size(); ++other) {
            const bool is_coarser =
                set.schema.columns[other].values.size() < set.schema.columns[from].values.size();
            if (hub.holds(other) || !is_coarser) continue;
            auto values = found_values(set, from, other);
            if (!values) continue;
            if (k > 0) values = composed(hub.decided[k - 1].values, *values);
            hub.decided.push_back({other, *std::move(values)});
        }
    }
    for (DecidedColumn& decided : hub.decided)
        std::replace(decided.values.begin(), decided.values.end(), no_value, 0U);  // zones without rows
    return hub;
}

std::optional<Hub> find_hub(const TableSet& set) {
    std::size_t column = 0;
    for (std::size_t other = 1; other < set.schema.columns.size(); ++other) {
        if (set.schema.columns[other].values.size() > set.schema.columns[column].values.size())
            column = other;
    }
    if (set.schema.columns[column].values.size() < least_values || !has_unmet_columns(set))
        return std::nullopt;
    Hub hub = hub_at(set, column);
    std::size_t around = 0;
    std::size_t elsewhere = 0;
    for (const CountTable& table : set.tables) {
        const auto held = std::count_if(table.columns.begin(), table.columns.end(),
                                        [&](std::size_t other) { return hub.holds(other); });
        if (held == 0 && table.columns.size() > 1) ++elsewhere;
        if (held > 0 && held < std::ssize(table.columns)) ++around;
    }
    if (around < 2 || around < 2 * elsewhere) return std::nullopt;
    return hub;
}

bool has_unmet_columns(const TableSet& set) {
    const std::size_t n = set.schema.columns.size();
    std::vector<bool> meet(n * n);  // a below b
    std::size_t unmet = n * (n - 1) / 2;
    for (const CountTable& table : set.tables) {
        for (const std::size_t a : table.columns) {
            for (const std::size_t b : table.columns) {
                if (a >= b || meet[a * n + b]) continue;
                meet[a * n + b] = true;
                --unmet;
            }
        }
    }
    return unmet > 0;
}

}  // namespace drover::zones
