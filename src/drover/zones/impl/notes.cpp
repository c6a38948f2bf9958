#include <algorithm>

#include <drover/core/number_text.hpp>
#include <drover/zones/impl/notes.hpp>

namespace drover::zones::impl {
namespace {

constexpr std::size_t most_named = 3;

// What a table says about each zone.
struct PublishedSums {
    const CountTable* table = nullptr;
    std::vector<double> sums;
    std::vector<bool> has;  // a count other than 0, or an unknown one
};

std::vector<PublishedSums> sums_of(const TableSet& set, std::size_t column) {
    std::vector<PublishedSums> all;
    const std::size_t zone_count = set.schema.columns[column].values.size();
    for (const CountTable& table : set.tables) {
        if (std::find(table.columns.begin(), table.columns.end(), column) == table.columns.end()) continue;
        PublishedSums& zones = all.emplace_back();
        zones.table = &table;
        zones.sums.resize(zone_count);
        zones.has.resize(zone_count);
        const TableCells cells{set.schema, table};
        for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
            if (!table.is_unknown(cell) && table.counts[cell].numerator() == 0) continue;
            const std::uint32_t zone = cells.value(cell, column);
            zones.sums[zone] += table.counts[cell].to_double();
            zones.has[zone] = true;
        }
    }
    return all;
}

std::string text_of_empty(const Column& column, const std::vector<std::size_t>& zones) {
    std::string text = column.name + '=';
    const std::size_t named = std::min(zones.size(), most_named);
    for (std::size_t k = 0; k < named; ++k) text += (k == 0 ? "" : ", ") + column.values[zones[k]];
    if (zones.size() > named) text += " and " + std::to_string(zones.size() - named) + " more";
    return text + (zones.size() == 1 ? " has nobody in any table: it gets no rows"
                                     : " have nobody in any table: they get no rows");
}

std::vector<std::string> notes_on_empty(const Column& column, const std::vector<PublishedSums>& tables) {
    std::vector<std::size_t> zones;
    for (std::size_t zone = 0; zone < column.values.size(); ++zone) {
        if (std::none_of(tables.begin(), tables.end(),
                         [&](const PublishedSums& one) { return one.has[zone]; }))
            zones.push_back(zone);
    }
    if (zones.empty()) return {};
    return {text_of_empty(column, zones)};
}

// Zones that a table has and another one lacks.
std::vector<std::string> notes_on_absent(const Column& column, const std::vector<PublishedSums>& tables) {
    std::vector<std::string> notes;
    std::size_t count = 0;
    for (std::size_t zone = 0; zone < column.values.size(); ++zone) {
        const auto has = std::find_if(tables.begin(), tables.end(),
                                      [&](const PublishedSums& one) { return one.sums[zone] > 0; });
        const auto lacks = std::find_if(tables.begin(), tables.end(),
                                        [&](const PublishedSums& one) { return !one.has[zone]; });
        if (has == tables.end() || lacks == tables.end() || ++count > most_named) continue;
        notes.push_back(column.name + '=' + column.values[zone] + " has " + rounded(has->sums[zone]) +
                        " in table " + has->table->name + " and nothing in table " + lacks->table->name);
    }
    if (count > most_named)
        notes.push_back("and so have " + std::to_string(count - most_named) + " more values of " +
                        column.name + ": drover explain says more");
    return notes;
}

}  // namespace

std::vector<std::string> zone_notes(const TableSet& set, std::size_t column) {
    const std::vector<PublishedSums> tables = sums_of(set, column);
    std::vector<std::string> notes = notes_on_empty(set.schema.columns[column], tables);
    for (std::string& note : notes_on_absent(set.schema.columns[column], tables))
        notes.push_back(std::move(note));
    return notes;
}

std::vector<std::string> empty_zone_notes(const TableSet& set, std::size_t column) {
    return notes_on_empty(set.schema.columns[column], sums_of(set, column));
}

}  // namespace drover::zones::impl
