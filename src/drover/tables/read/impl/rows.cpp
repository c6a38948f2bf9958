#include <algorithm>
#include <map>

#include <drover/tables/read/impl/rows.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/words.hpp>

namespace drover::read {
namespace {

std::size_t extent_of(const GridRow& row) {
    std::size_t extent = row.size();
    while (extent > 0 && strip(row[extent - 1]).empty()) --extent;
    return extent;
}

// The extent whose rows have the largest area, so that a few lines of title do not count.
std::size_t main_extent(const std::vector<std::size_t>& extents) {
    std::map<std::size_t, std::size_t> rows;
    for (const std::size_t extent : extents) ++rows[extent];
    std::size_t best = 0;
    std::size_t best_area = 0;
    for (const auto& [extent, count] : rows) {
        const std::size_t area = extent < 2 ? count / 2 : (extent - 1) * count;
        if (area > best_area) {
            best = extent;
            best_area = area;
        }
    }
    // Rows whose last cells are blank are shorter: a longer extent of a tenth of the rows counts.
    for (const auto& [extent, count] : rows)
        if (extent > best && count * 10 >= rows[best] && count > 1) best = extent;
    return best;
}

struct CellCounts {
    std::size_t filled = 0;
    std::size_t numbers = 0;
    std::size_t symbols = 0;
};

bool is_wide_row(std::size_t extent, std::size_t width) { return extent >= 2 && extent * 10 >= width * 6; }

// Columns in which so many tenths of the cells are numbers or symbols.
std::vector<bool> numeric_columns(const std::vector<GridRow>& rows, const RowShapes& shapes,
                                  const NumberStyle& style, std::size_t share) {
    std::vector<CellCounts> counts(shapes.width);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (shapes.is_data.empty() ? !is_wide_row(shapes.extents[r], shapes.width) : !shapes.is_data[r])
            continue;
        for (std::size_t c = 0; c < std::min(shapes.width, rows[r].size()); ++c) {
            const std::string_view cell = strip(rows[r][c]);
            if (cell.empty()) continue;
            ++counts[c].filled;
            if (read_number(cell, style).type == CellType::number)
                ++counts[c].numbers;
            else if (is_symbol(cell, style))
                ++counts[c].symbols;
        }
    }
    std::vector<bool> numeric;
    for (const CellCounts& n : counts)
        numeric.push_back(n.numbers > 0 && n.numbers * 10 >= n.filled * 3 &&
                          (n.numbers + n.symbols) * 10 >= n.filled * share);
    return numeric;
}

// `needed` is how many tenths of the numeric columns must be filled.
bool is_data_row(const GridRow& row, const RowShapes& shapes, const NumberStyle& style,
                 std::size_t needed = 4) {
    std::size_t good = 0;
    std::size_t bad = 0;
    std::size_t numbers = 0;
    bool is_first = true;
    for (std::size_t c = 0; c < std::min(shapes.width, row.size()); ++c) {
        if (!shapes.is_numeric[c]) continue;
        const bool may_be_label = is_first && shapes.numeric_count() > 1;  // "Total" among codes
        is_first = false;
        if (strip(row[c]).empty()) continue;
        const CellType type = read_number(row[c], style).type;
        if (type == CellType::text && may_be_label) continue;
        ++(type == CellType::text ? bad : good);
        numbers += type == CellType::number ? 1 : 0;
    }
    const std::size_t numeric = shapes.numeric_count();
    return good >= 1 && bad * 4 <= good &&
           (good * 10 >= numeric * needed || (numbers == 0 && good * 2 >= numeric));
}

std::size_t longest_data_row(const std::vector<GridRow>& rows, const RowShapes& shapes,
                             const NumberStyle& style) {
    std::size_t longest = 0;
    for (std::size_t r = 0; r < rows.size(); ++r)
        if (shapes.numeric_count() > 0 && is_data_row(rows[r], shapes, style))
            longest = std::max(longest, shapes.extents[r]);
    return longest;
}

// Whether a column that few data rows reach has numbers in those.
bool is_number_below_header(const std::vector<GridRow>& rows, const RowShapes& shapes,
                            const NumberStyle& style, std::size_t c) {
    std::size_t numbers = 0;
    std::size_t texts = 0;
    for (const GridRow& row : rows) {
        if (c >= row.size() || strip(row[c]).empty() || !is_data_row(row, shapes, style)) continue;
        ++(read_number(row[c], style).type == CellType::text ? texts : numbers);
    }
    return numbers > 0 && texts == 0;
}

}  // namespace

std::size_t RowShapes::numeric_count() const {
    return static_cast<std::size_t>(std::count(is_numeric.begin(), is_numeric.end(), true));
}

std::size_t filled_cells(const GridRow& row, const RowShapes& shapes, bool numeric) {
    std::size_t filled = 0;
    for (std::size_t c = 0; c < row.size(); ++c) {
        const bool is_numeric = c < shapes.width && shapes.is_numeric[c];
        filled += is_numeric == numeric && !strip(row[c]).empty() ? 1 : 0;
    }
    return filled;
}

bool numbers_columns(const GridRow& row, const RowShapes& shapes, const NumberStyle& style) {
    std::vector<double> values;
    std::size_t years = 0;
    std::size_t texts = 0;
    for (std::size_t c = 0; c < std::min(row.size(), shapes.width); ++c) {
        if (!shapes.is_numeric[c] || strip(row[c]).empty()) continue;
        const NumberCell cell = read_number(row[c], style);
        if (cell.type != CellType::number || !cell.flag.empty()) {
            ++texts;
            continue;
        }
        values.push_back(cell.value);
        years += is_year(row[c]) ? 1 : 0;
    }
    if (values.size() < 2 || texts * 4 > values.size()) return false;
    if (years == values.size() && std::is_sorted(values.begin(), values.end(), std::less_equal<>{}))
        return true;
    if (years == values.size() && std::is_sorted(values.rbegin(), values.rend(), std::less_equal<>{}))
        return true;
    if (values.size() < 3) return false;
    std::size_t steps = 0;
    std::size_t restarts = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (values[i] == values[i - 1] + 1)
            ++steps;
        else if (values[i] <= 1 && values[i] >= 0)
            ++restarts;
        else
            return false;
    }
    return values.front() <= 1 && values.front() >= 0 && steps >= 2 && restarts * 3 <= steps;
}

RowShapes shapes_of(const std::vector<GridRow>& rows, const NumberStyle& style) {
    RowShapes shapes;
    for (const GridRow& row : rows) shapes.extents.push_back(extent_of(row));
    shapes.width = main_extent(shapes.extents);
    shapes.is_numeric = numeric_columns(rows, shapes, style, 5);
    const std::size_t longest = longest_data_row(rows, shapes, style);
    if (longest > shapes.width && longest <= 2 * shapes.width) {
        shapes.width = longest;
        shapes.is_numeric = numeric_columns(rows, shapes, style, 5);
        for (std::size_t c = 0; c < shapes.width; ++c)
            shapes.is_numeric[c] = shapes.is_numeric[c] || is_number_below_header(rows, shapes, style, c);
    }
    const bool has_numbers = shapes.numeric_count() > 0;
    bool is_first = true;
    bool is_in_notes = false;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (has_numbers) {
            // After a gap numbered notes can follow.
            const bool is_after_gap = r > 0 && shapes.extents[r - 1] == 0 && !is_first;
            shapes.is_data.push_back(
                is_data_row(rows[r], shapes, style, is_after_gap || is_in_notes ? 6 : 4));
            is_in_notes = !shapes.is_data.back() && (is_in_notes || is_after_gap);
            is_first = is_first && !shapes.is_data.back();
            continue;
        }
        const bool is_wide = is_wide_row(shapes.extents[r], shapes.width);
        shapes.is_data.push_back(is_wide && !is_first);
        is_first = is_first && !is_wide;
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const bool starts = shapes.is_data[r] && (r == 0 || !shapes.is_data[r - 1]);
        const bool has_more = r + 2 < rows.size() && (shapes.is_data[r + 1] || shapes.is_data[r + 2]);
        if (starts && (has_more || (r + 1 < rows.size() && shapes.is_data[r + 1])) &&
            numbers_columns(rows[r], shapes, style))
            shapes.first_rows.push_back(r);
    }
    for (const std::size_t r : shapes.first_rows) shapes.is_data[r] = false;
    if (has_numbers) shapes.is_numeric = numeric_columns(rows, shapes, style, 8);
    return shapes;
}

}  // namespace drover::read
