#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/tables/slice.hpp>

namespace drover {
namespace {

// Calls visit(cell, value of the column) for each cell of the table.
template <class Visit>
void visit_column(const Schema& schema, const CountTable& table, std::size_t position, const Visit& visit) {
    std::size_t stride = 1;
    for (std::size_t k = position + 1; k < table.columns.size(); ++k)
        stride *= schema.columns[table.columns[k]].values.size();
    const std::size_t count = schema.columns[table.columns[position]].values.size();
    for (std::size_t cell = 0; cell < table.counts.size(); ++cell)
        visit(cell, static_cast<std::size_t>(table.number(cell) / stride % count));
}

// The number of a cell in a table without one of the columns.
std::uint64_t without_digit(std::uint64_t number, std::uint64_t stride, std::uint64_t count) {
    return number / (stride * count) * stride + number % stride;
}

CountTable sliced(const Schema& schema, const CountTable& table, std::size_t position, std::uint32_t value) {
    CountTable part{.name = table.name, .file = table.file, .columns = table.columns, .shares = table.shares};
    part.columns.erase(part.columns.begin() + static_cast<std::ptrdiff_t>(position));
    std::uint64_t stride = 1;
    for (std::size_t k = position + 1; k < table.columns.size(); ++k)
        stride *= schema.columns[table.columns[k]].values.size();
    const std::uint64_t count = schema.columns[table.columns[position]].values.size();
    visit_column(schema, table, position, [&](std::size_t cell, std::size_t v) {
        if (v != value) return;
        if (!table.listed.empty()) part.listed.push_back(without_digit(table.listed[cell], stride, count));
        part.counts.push_back(table.counts[cell]);
        if (!table.errors.empty()) part.errors.push_back(table.errors[cell]);
        if (!table.unknown.empty()) part.unknown.push_back(table.unknown[cell]);
    });
    part.suppressed_count =
        static_cast<std::size_t>(std::count(part.unknown.begin(), part.unknown.end(), true));
    if (part.suppressed_count == 0) part.unknown.clear();
    return dense(schema, std::move(part));
}

}  // namespace

TableSet slice(const TableSet& set, std::size_t column, std::uint32_t value) {
    TableSet part{.schema = set.schema, .tables = {}};
    for (const CountTable& table : set.tables) {
        const auto at = std::find(table.columns.begin(), table.columns.end(), column);
        if (at == table.columns.end() || table.columns.size() == 1) continue;
        part.tables.push_back(
            sliced(set.schema, table, static_cast<std::size_t>(at - table.columns.begin()), value));
    }
    return part;
}

TableSet slice(const TableSet& set, const Combination& values) {
    TableSet part = set;
    for (const auto& [column, value] : values) part = slice(part, column, value);
    check_input(!part.tables.empty(), [] {
        return Problem{Fault::missing, {}, "a table with the given columns and at least one other", "none"};
    });
    return part;
}

TargetOptions options_for_slice(TargetOptions options, const TableSet& part) {
    options.total.reset();
    std::erase_if(options.trust, [&](const auto& entry) {
        return std::none_of(part.tables.begin(), part.tables.end(),
                            [&](const CountTable& table) { return table.name == entry.first; });
    });
    return options;
}

std::vector<Rational> margin(const TableSet& set, std::size_t column) {
    for (const CountTable& table : set.tables) {
        const auto at = std::find(table.columns.begin(), table.columns.end(), column);
        if (at == table.columns.end() || !table.unknown.empty()) continue;
        std::vector<Rational> sums(set.schema.columns[column].values.size());
        visit_column(set.schema, table, static_cast<std::size_t>(at - table.columns.begin()),
                     [&](std::size_t cell, std::size_t v) {
                         if (table.counts[cell].numerator() > 0) sums[v] += table.counts[cell];
                     });
        return sums;
    }
    throw InputError(
        Problem{Fault::missing,
                {},
                "a table with column " + quoted(set.schema.columns[column].name) + " and no unknown cells",
                "none"});
}

}  // namespace drover
