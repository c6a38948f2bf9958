#include <algorithm>
#include <map>

#include <drover/tables/read/impl/grid.hpp>
#include <drover/tables/read/impl/text.hpp>

namespace drover::read {
namespace {

class GridSplitter {
  public:
    GridSplitter(std::string_view text, char separator) : text_{text}, separator_{separator} {}

    Grid grid(std::size_t most_rows) {
        Grid grid;
        grid.separator = separator_;
        while (at_ < text_.size() && grid.rows.size() < most_rows) grid.rows.push_back(row());
        return grid;
    }

  private:
    bool ends_row() const { return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r'; }

    bool at_separator() const {
        return separator_ == ' ' ? text_[at_] == ' ' || text_[at_] == '\t' : text_[at_] == separator_;
    }

    void skip_blanks() {
        while (separator_ == ' ' && !ends_row() && at_separator()) ++at_;
    }

    void end_row() {
        if (at_ < text_.size() && text_[at_] == '\r') ++at_;
        if (at_ < text_.size() && text_[at_] == '\n') ++at_;
    }

    GridRow row() {
        GridRow fields;
        skip_blanks();
        while (!ends_row()) {
            fields.push_back(field());
            if (ends_row()) break;
            ++at_;  // the separator
            skip_blanks();
            if (ends_row() && separator_ != ' ') fields.emplace_back();
        }
        end_row();
        return fields;
    }

    std::string field() {
        std::size_t look = at_;
        while (separator_ != ' ' && separator_ != '\t' && look < text_.size() && text_[look] == ' ') ++look;
        if (look < text_.size() && text_[look] == '"') {
            const std::size_t before = at_;
            at_ = look;
            std::string inside;
            if (quoted(inside)) return inside;
            at_ = before;
        }
        const std::size_t start = at_;
        while (!ends_row() && !at_separator()) ++at_;
        return std::string{text_.substr(start, at_ - start)};
    }

    // A quoted field up to its separator; false if the quotes do not surround the entire field.
    bool quoted(std::string& inside) {
        constexpr std::size_t most_lines = 50;
        std::size_t lines = 0;
        for (++at_; at_ < text_.size(); ++at_) {
            if (text_[at_] != '"') {
                if (text_[at_] == '\n' && ++lines > most_lines) return false;
                inside += text_[at_];
            } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
                inside += '"';
                ++at_;
            } else {
                ++at_;
                while (!ends_row() && text_[at_] == ' ' && separator_ != ' ') ++at_;
                return ends_row() || at_separator();
            }
        }
        return false;
    }

    std::string_view text_;
    char separator_;
    std::size_t at_ = 0;
};

struct SeparatorScore {
    double score = 0;
    std::size_t fields = 1;
};

// The share of lines that have the most common number of fields above one, a little more for more fields.
SeparatorScore separator_score(std::string_view text, char separator) {
    constexpr std::size_t lines = 400;
    const Grid grid = GridSplitter{text, separator}.grid(lines);
    std::map<std::size_t, std::size_t> widths;
    std::size_t filled = 0;
    for (const GridRow& row : grid.rows) {
        if (row.empty()) continue;
        ++filled;
        ++widths[row.size()];
    }
    SeparatorScore best;
    for (const auto& [width, count] : widths) {
        if (width < 2) continue;
        const double share = static_cast<double>(count) / static_cast<double>(filled);
        const double score = share * (1 - 0.5 / static_cast<double>(width));
        if (score > best.score) best = {score, width};
    }
    return best;
}

}  // namespace

std::size_t Grid::width() const {
    std::size_t width = 0;
    for (const GridRow& row : rows) width = std::max(width, row.size());
    return width;
}

Grid split_grid(std::string_view text, char separator) {
    return GridSplitter{text, separator}.grid(text.size() + 1);
}

char guess_separator(std::string_view text) {
    constexpr std::string_view candidates{",;\t|"};
    char best = ',';
    double best_score = 0;
    for (const char candidate : candidates) {
        const double score = separator_score(text, candidate).score;
        if (score > best_score + 1e-9) {
            best = candidate;
            best_score = score;
        }
    }
    // Runs of blanks occur in any text: only where nothing else separates.
    if (best_score < 0.3 && separator_score(text, ' ').score > 0.6) return ' ';
    return best;
}

}  // namespace drover::read
