#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>

#include <drover/synth/impl/canonical_tables.hpp>

namespace drover::synth::impl {
namespace {

// As a shell lists the files of a folder in the locale C.
std::string_view file_key(const CountTable& table) {
    std::string_view name{table.file.empty() ? table.name : table.file};
    name.remove_prefix(name.find_last_of('/') + 1);
    if (name.ends_with(".gz")) name.remove_suffix(3);
    return name;
}

bool comes_before(const CountTable& a, const CountTable& b) { return file_key(a) < file_key(b); }

// For each column its place in order of appearance; those of no table come last.
std::vector<std::size_t> places_by_appearance(const TableSet& set) {
    const std::size_t none = set.schema.columns.size();
    std::vector<std::size_t> places(none, none);
    std::size_t next = 0;
    for (const CountTable& table : set.tables) {
        for (const std::size_t column : table.columns)
            if (places[column] == none) places[column] = next++;
    }
    for (std::size_t& place : places)
        if (place == none) place = next++;
    return places;
}

void reorder_columns(TableSet& set, const std::vector<std::size_t>& places) {
    const std::vector<Column> columns = set.schema.columns;
    for (std::size_t i = 0; i < columns.size(); ++i) set.schema.columns[places[i]] = columns[i];
    for (CountTable& table : set.tables)
        for (std::size_t& column : table.columns) column = places[column];
}

}  // namespace

CanonicalTables canonical_tables(const TableSet& tables) {
    CanonicalTables result;
    result.columns.resize(tables.schema.columns.size());
    std::iota(result.columns.begin(), result.columns.end(), std::size_t{0});
    if (tables.from_microdata || std::is_sorted(tables.tables.begin(), tables.tables.end(), comes_before))
        return result;
    result.set = tables;
    std::stable_sort(result.set->tables.begin(), result.set->tables.end(), comes_before);
    if (tables.ordered_by_schema) return result;
    result.columns = places_by_appearance(*result.set);
    reorder_columns(*result.set, result.columns);
    return result;
}

}  // namespace drover::synth::impl
