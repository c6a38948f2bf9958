#include <drover/tables/read/impl/cube.hpp>

namespace drover::read {

std::uint32_t Variable::code(const std::string& value) {
    if (index.size() != values.size()) {
        index.clear();
        for (std::size_t i = 0; i < values.size(); ++i)
            index.emplace(values[i], static_cast<std::uint32_t>(i));
    }
    const auto [place, is_new] = index.emplace(value, static_cast<std::uint32_t>(values.size()));
    if (is_new) values.push_back(value);
    return place->second;
}

void Cube::remove_variable(std::size_t variable) {
    std::vector<std::uint32_t> kept;
    kept.reserve(codes.size());
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (i % width() != variable) kept.push_back(codes[i]);
    codes = std::move(kept);
    variables.erase(variables.begin() + static_cast<std::ptrdiff_t>(variable));
}

void Cube::filter(const std::vector<bool>& keep) {
    std::vector<std::uint32_t> kept_codes;
    std::vector<CubeCell> kept_cells;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        if (!keep[cell]) continue;
        for (std::size_t j = 0; j < width(); ++j) kept_codes.push_back(code(cell, j));
        kept_cells.push_back(std::move(cells[cell]));
    }
    codes = std::move(kept_codes);
    cells = std::move(kept_cells);
    compact();
}

void Cube::compact() {
    for (std::size_t j = 0; j < width(); ++j) {
        Variable& variable = variables[j];
        std::vector<bool> used(variable.values.size());
        for (std::size_t cell = 0; cell < cells.size(); ++cell) used[code(cell, j)] = true;
        std::vector<std::uint32_t> renamed(used.size());
        Variable kept{.name = variable.name,
                      .is_time = variable.is_time,
                      .is_measure = variable.is_measure,
                      .totals = variable.totals};
        for (std::size_t i = 0; i < used.size(); ++i) {
            renamed[i] = static_cast<std::uint32_t>(kept.values.size());
            if (!used[i]) continue;
            kept.values.push_back(variable.values[i]);
            if (!variable.codes.empty()) kept.codes.push_back(variable.codes[i]);
        }
        for (std::size_t cell = 0; cell < cells.size(); ++cell)
            codes[cell * width() + j] = renamed[code(cell, j)];
        variable = std::move(kept);
    }
}

}  // namespace drover::read
