#include <algorithm>
#include <numeric>

#include <drover/report/impl/table_text.hpp>
#include <drover/report/text_width.hpp>

namespace drover::impl {
namespace {

using Indices = std::vector<std::size_t>;

constexpr std::size_t gap_width = 2;

std::size_t total_width(const std::vector<std::size_t>& widths) {
    return std::accumulate(widths.begin(), widths.end(), std::size_t{0}) + gap_width * (widths.size() - 1);
}

// The first characters of a text.
std::string first_characters(const std::string& text, std::size_t count) {
    std::size_t end = 0;
    while (end < text.size() && count > 0) {
        ++end;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
        --count;
    }
    return text.substr(0, end);
}

// The lines of a cell; words longer than the width are cut.
std::vector<std::string> cell_lines(const std::string& text, std::size_t width) {
    std::vector<std::string> lines;
    const std::string lines_text = folded(text, width);
    for (std::size_t at = 0; at <= lines_text.size();) {
        const std::size_t end = std::min(lines_text.find('\n', at), lines_text.size());
        std::string line = lines_text.substr(at, end - at);
        while (character_count(line) > width) {
            lines.push_back(first_characters(line, width));
            line.erase(0, lines.back().size());
        }
        lines.push_back(line);
        at = end + 1;
    }
    return lines;
}

// The longest word of a column; longer than half a line, it may be cut.
std::size_t least_width(const TextRows& rows, std::size_t column, std::size_t columns) {
    constexpr std::size_t shortest = 12;
    std::size_t least = 1;
    for (const auto& row : rows) {
        if (column >= row.size()) continue;
        const std::string& text = row[column];
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t begin = std::min(text.find_first_not_of(' ', at), text.size());
            const std::size_t end = std::min(text.find(' ', begin), text.size());
            const std::size_t from = at == 0 ? 0 : begin;  // with its indentation
            least = std::max(least, character_count(text.substr(from, end - from)));
            at = end;
        }
    }
    return std::min(least, std::max(shortest, columns / 2 - 1));
}

// A table of some of the columns.
class Block {
  public:
    Block(const TextRows& rows, const Indices& left, Indices shown, std::vector<std::size_t> widths)
        : rows_{rows}, left_{left}, shown_{std::move(shown)}, widths_{std::move(widths)} {}

    std::string text() const {
        std::string all;
        for (const auto& row : rows_) all += row_text(row);
        return all;
    }

  private:
    std::string row_text(const std::vector<std::string>& row) const {
        std::vector<std::vector<std::string>> cells;
        std::size_t height = 1;
        for (std::size_t k = 0; k < shown_.size(); ++k) {
            const std::string text = shown_[k] < row.size() ? row[shown_[k]] : std::string{};
            cells.push_back(cell_lines(text, widths_[k]));
            height = std::max(height, cells.back().size());
        }
        const bool is_header = &row == &rows_.front();
        std::string all;
        for (std::size_t line = 0; line < height; ++line) all += line_text(cells, line, height, is_header);
        return all;
    }

    // A header stands at the bottom of its row, other texts at the top.
    std::string line_text(const TextRows& cells, std::size_t line, std::size_t height, bool is_header) const {
        std::string all;
        for (std::size_t k = 0; k < cells.size(); ++k) {
            const std::size_t above = is_header ? height - cells[k].size() : 0;
            const bool is_there = line >= above && line - above < cells[k].size();
            const std::string text = is_there ? cells[k][line - above] : std::string{};
            const std::string gap(widths_[k] - character_count(text), ' ');
            const bool is_left = std::find(left_.begin(), left_.end(), shown_[k]) != left_.end();
            if (k > 0) all.append(gap_width, ' ');
            all += is_left ? text + gap : gap + text;
        }
        return all.substr(0, all.find_last_not_of(' ') + 1) + '\n';
    }

    const TextRows& rows_;
    const Indices& left_;
    Indices shown_;
    std::vector<std::size_t> widths_;
};

// Takes from the widest that can give.
std::vector<std::size_t> narrowed(std::vector<std::size_t> widths, const std::vector<std::size_t>& least,
                                  std::size_t columns) {
    while (columns > 0 && total_width(widths) > columns) {
        std::size_t widest = widths.size();
        for (std::size_t k = 0; k < widths.size(); ++k)
            if (widths[k] > least[k] && (widest == widths.size() || widths[k] > widths[widest])) widest = k;
        if (widest == widths.size()) break;
        --widths[widest];
    }
    return widths;
}

// Columns that are shown side by side: all if they fit, and the first in every table.
std::vector<Indices> split_columns(const std::vector<std::size_t>& least, std::size_t columns) {
    std::vector<Indices> tables(1);
    std::size_t used = 0;
    for (std::size_t j = 0; j < least.size(); ++j) {
        const std::size_t more = least[j] + (tables.back().empty() ? 0 : gap_width);
        if (columns > 0 && tables.back().size() > 1 && used + more > columns) {
            tables.push_back({0, j});
            used = least[0] + gap_width + least[j];
        } else {
            tables.back().push_back(j);
            used += more;
        }
    }
    return tables;
}

std::vector<std::size_t> chosen(const std::vector<std::size_t>& values, const Indices& indices) {
    std::vector<std::size_t> result;
    for (const std::size_t index : indices) result.push_back(values[index]);
    return result;
}

}  // namespace

std::string table_text(const TextRows& rows, const std::vector<std::size_t>& left, std::size_t columns) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const auto& row : rows)
        for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], character_count(row[j]));
    std::vector<std::size_t> least = widths;
    for (std::size_t j = 0; columns > 0 && j < widths.size(); ++j)
        least[j] = std::min(widths[j], least_width(rows, j, columns));
    // Headers are broken first: that costs a line once.
    std::vector<std::size_t> least_below_header = least;
    for (std::size_t k = 1; k < rows.size(); ++k)
        for (std::size_t j = 0; j < rows[k].size(); ++j)
            least_below_header[j] = std::max(least_below_header[j], character_count(rows[k][j]));
    std::string all;
    for (const Indices& shown : split_columns(least, columns)) {
        if (!all.empty()) all += '\n';
        const auto fitted =
            narrowed(narrowed(chosen(widths, shown), chosen(least_below_header, shown), columns),
                     chosen(least, shown), columns);
        all += Block{rows, left, shown, fitted}.text();
    }
    return all;
}

}  // namespace drover::impl
