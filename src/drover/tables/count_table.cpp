#include <drover/core/check.hpp>
#include <drover/tables/count_table.hpp>

namespace drover {
namespace {

constexpr std::uint64_t most_counts = std::uint64_t{1} << 28U;

}  // namespace

CountTable dense(const Schema& schema, CountTable table) {
    if (table.listed.empty()) return table;
    const std::uint64_t count = TableCells{schema, table}.count();
    check_input(count <= most_counts, [&] {
        return Problem{Fault::range,
                       {.key = "table " + quoted(table.name)},
                       "at most 2^28 cells without a hub",
                       std::to_string(count)};
    });
    CountTable full{.name = table.name, .file = table.file, .columns = table.columns, .shares = table.shares};
    full.suppressed_count = table.suppressed_count;
    const auto size = static_cast<std::size_t>(count);
    full.counts.resize(size);
    if (!table.errors.empty()) full.errors.resize(size);
    if (!table.unknown.empty()) full.unknown.resize(size);
    for (std::size_t cell = 0; cell < table.listed.size(); ++cell) {
        const auto at = static_cast<std::size_t>(table.listed[cell]);
        full.counts[at] = table.counts[cell];
        if (!table.errors.empty()) full.errors[at] = table.errors[cell];
        if (!table.unknown.empty()) full.unknown[at] = table.unknown[cell];
    }
    return full;
}

TableSet without_tables(const TableSet& set) {
    return {.schema = set.schema,
            .tables = {},
            .from_microdata = set.from_microdata,
            .left_out = set.left_out,
            .row_count = set.row_count,
            .weighted = set.weighted,
            .ordered_by_schema = set.ordered_by_schema,
            .notes = set.notes};
}

TableSet copy_of(const TableSet& set, const RunControl& control) {
    TableSet copy = without_tables(set);
    copy.tables.reserve(set.tables.size());
    for (const CountTable& table : set.tables) {
        throw_if_stopped(control);
        copy.tables.push_back(table);
    }
    return copy;
}

}  // namespace drover
