#include <drover/maximize/category_ascent.hpp>

namespace drover {

std::vector<std::uint32_t> dither_spreads(const MarginalTables& tables) {
    constexpr std::uint32_t alone = 8;
    constexpr std::uint32_t in_company = 6;
    const std::size_t n = tables.column_count();
    std::vector<std::vector<bool>> tied(n, std::vector<bool>(n));
    std::vector<bool> has_company(n);
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        const auto columns = tables.table_columns(table);
        for (const std::size_t i : columns) {
            if (columns.size() > 1) has_company[i] = true;
            for (const std::size_t j : columns) tied[i][j] = true;
        }
    }
    std::vector<std::uint32_t> spreads;
    for (std::size_t i = 0; i < n; ++i) {
        bool is_untied = false;
        for (std::size_t j = 0; j < n; ++j) is_untied = is_untied || (tied[j][j] && !tied[i][j]);
        spreads.push_back(is_untied && tied[i][i] ? (has_company[i] ? in_company : alone) : 0);
    }
    return spreads;
}

}  // namespace drover
