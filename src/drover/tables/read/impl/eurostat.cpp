#include <algorithm>

#include <drover/tables/read/impl/eurostat.hpp>
#include <drover/tables/read/impl/numbers.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/words.hpp>

namespace drover::read {

bool is_eurostat_tsv(const Grid& grid) {
    if (grid.rows.size() < 2 || grid.rows[0].size() < 2) return false;
    const std::string& first = grid.rows[0][0];
    return contains(first, "\\") && contains(first, ",") && !contains(first, "\\\\") && first.size() < 400;
}

std::optional<Cube> read_eurostat_tsv(const Grid& grid, std::size_t& flagged) {
    const auto halves = split(grid.rows[0][0], "\\");
    if (halves.size() != 2) return {};
    Cube cube;
    for (const std::string& name : split(halves[0], ","))
        cube.variables.push_back({.name = std::string{strip(name)}});
    cube.variables.push_back({.name = std::string{strip(halves[1])}});
    for (std::size_t c = 1; c < grid.rows[0].size(); ++c)
        cube.variables.back().values.emplace_back(strip(grid.rows[0][c]));
    const std::size_t names = cube.width() - 1;
    for (std::size_t r = 1; r < grid.rows.size(); ++r) {
        const GridRow& row = grid.rows[r];
        if (row.empty()) continue;
        const auto values = split(row[0], ",");
        if (values.size() != names || row.size() > grid.rows[0].size()) return {};
        for (std::size_t c = 1; c < row.size(); ++c) {
            for (std::size_t j = 0; j < names; ++j)
                cube.codes.push_back(cube.variables[j].code(std::string{strip(values[j])}));
            cube.codes.push_back(static_cast<std::uint32_t>(c - 1));
            const NumberCell cell = read_number(row[c], {});
            if (cell.type == CellType::text) return {};
            flagged += cell.type == CellType::number && !cell.flag.empty() ? 1 : 0;
            cube.cells.push_back({cell.value, cell.type == CellType::number, cell.digits});
        }
    }
    for (Variable& variable : cube.variables) {
        const auto is_time = [](const std::string& value) { return is_time_value(value); };
        variable.is_time =
            !variable.values.empty() && std::all_of(variable.values.begin(), variable.values.end(), is_time);
    }
    cube.compact();
    return cube;
}

}  // namespace drover::read
