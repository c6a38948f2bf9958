#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/tables/memory.hpp>

namespace drover {
namespace {

double cell_count(const TableSet& set, const CountTable& table) {
    double cells = 1;
    for (const std::size_t column : table.columns)
        cells *= static_cast<double>(set.schema.columns[column].values.size());
    return cells;
}

}  // namespace

std::string largest_table(const TableSet& set) {
    const CountTable* largest = nullptr;
    double most = 0;
    for (const CountTable& table : set.tables) {
        const double cells = cell_count(set, table);
        if (largest == nullptr || cells > most) {
            largest = &table;
            most = cells;
        }
    }
    if (largest == nullptr) return "tables";
    const std::string name = "table " + quoted(largest->name) + " (" + rounded(most, 15) + " cells)";
    return set.tables.size() == 1 ? name : name + ", the largest of " + std::to_string(set.tables.size());
}

void check_memory(const MemoryLimit& limit, const TableSet& set, const CellBytes& bytes) {
    double cells = 0;
    double needed = 0;
    for (const CountTable& table : set.tables) {
        const double all = cell_count(set, table);
        const auto kept = static_cast<double>(table.counts.size());
        cells += bytes.all > 0 ? all : kept;
        needed += bytes.all * all + bytes.kept * kept;
    }
    if (!limit.allows(needed, 1)) limit.check(largest_table(set), cells, needed / cells);
}

}  // namespace drover
