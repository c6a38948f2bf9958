#include <algorithm>

#include <drover/tables/used_values.hpp>

namespace drover {
namespace {

using ValueMarks = std::vector<std::vector<bool>>;  // by column and value

// The values of a cell, the last column of its table first.
template <class Take>
void visit_values(const TableSet& set, const CountTable& table, std::size_t cell, const Take& take) {
    std::uint64_t number = table.number(cell);
    for (std::size_t j = table.columns.size(); j-- > 0;) {
        const std::size_t count = set.schema.columns[table.columns[j]].values.size();
        take(table.columns[j], static_cast<std::size_t>(number % count));
        number /= count;
    }
}

ValueMarks used_values(const TableSet& set, const RunControl& control) {
    ValueMarks used;
    for (const Column& column : set.schema.columns) used.emplace_back(column.values.size());
    for (const CountTable& table : set.tables) {
        throw_if_stopped(control);
        for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
            if (table.counts[cell].numerator() == 0 && !table.is_unknown(cell)) continue;
            visit_values(set, table, cell,
                         [&](std::size_t column, std::size_t value) { used[column][value] = true; });
        }
    }
    for (std::vector<bool>& values : used) {  // a column that no table has
        if (std::find(values.begin(), values.end(), true) == values.end()) values.assign(values.size(), true);
    }
    return used;
}

// The marked values, and the bins of those that have one.
Column used_part(const Column& column, const std::vector<bool>& used) {
    Column part{.name = column.name, .values = {}, .bins = {}, .decimals = column.decimals};
    for (std::size_t v = 0; v < used.size(); ++v) {
        if (!used[v]) continue;
        part.values.push_back(column.values[v]);
        if (v < column.bins.size()) part.bins.push_back(column.bins[v]);
    }
    return part;
}

// By column: how many values before each are used, and then how many there are in all.
using ValueRanks = std::vector<std::vector<std::uint64_t>>;

ValueRanks ranks_of(const ValueMarks& used) {
    ValueRanks ranks;
    for (const std::vector<bool>& values : used) {
        std::vector<std::uint64_t>& rank = ranks.emplace_back(1);
        for (const bool is_used : values) rank.push_back(rank.back() + (is_used ? 1 : 0));
    }
    return ranks;
}

CountTable used_part(const TableSet& set, const CountTable& table, const ValueMarks& used,
                     const ValueRanks& ranks) {
    CountTable part = table;
    part.counts.clear();
    part.errors.clear();
    part.unknown.clear();
    part.listed.clear();
    for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
        bool stays = true;
        std::uint64_t number = 0;  // of the cell that stays
        std::uint64_t stride = 1;
        visit_values(set, table, cell, [&](std::size_t column, std::size_t value) {
            stays = stays && used[column][value];
            number += stride * ranks[column][value];
            stride *= ranks[column].back();
        });
        if (!stays) continue;
        part.counts.push_back(table.counts[cell]);
        if (!table.listed.empty()) part.listed.push_back(number);
        if (!table.errors.empty()) part.errors.push_back(table.errors[cell]);
        if (!table.unknown.empty()) part.unknown.push_back(table.unknown[cell]);
    }
    return part;
}

}  // namespace

std::optional<TableSet> without_unused_values(const TableSet& set, const RunControl& control) {
    const ValueMarks used = used_values(set, control);
    const bool all_used = std::all_of(used.begin(), used.end(), [](const std::vector<bool>& values) {
        return std::find(values.begin(), values.end(), false) == values.end();
    });
    if (all_used) return std::nullopt;
    TableSet part = without_tables(set);
    for (std::size_t i = 0; i < used.size(); ++i)
        part.schema.columns[i] = used_part(set.schema.columns[i], used[i]);
    const ValueRanks ranks = ranks_of(used);
    for (const CountTable& table : set.tables) {
        throw_if_stopped(control);
        part.tables.push_back(used_part(set, table, used, ranks));
    }
    return part;
}

}  // namespace drover
