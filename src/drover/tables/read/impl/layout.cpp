#include <algorithm>

#include <drover/tables/read/impl/layout.hpp>
#include <drover/tables/read/impl/rows.hpp>
#include <drover/tables/read/impl/settle.hpp>
#include <drover/tables/read/impl/text.hpp>

namespace drover::read {
namespace {

struct Block {
    std::vector<std::size_t> above;    // lines before it that are no header
    std::vector<std::size_t> headers;  // in order
    std::vector<std::size_t> rows;
};

std::string cell_at(const GridRow& row, std::size_t column) {
    return column < row.size() ? std::string{strip(row[column])} : std::string{};
}

std::string line_text(const GridRow& row) {
    std::vector<std::string> filled;
    for (const std::string& cell : row)
        if (!strip(cell).empty()) filled.emplace_back(strip(cell));
    return join(filled, " ", 4);
}

class LayoutFinder {
  public:
    LayoutFinder(const Grid& grid, const NumberStyle& style, const ReadOptions& options, Reading& reading)
        : rows_{grid.rows}, style_{style}, options_{options}, reading_{reading} {}

    std::optional<Frame> find() {
        if (options_.skip)
            rows_.erase(rows_.begin(),
                        rows_.begin() + static_cast<std::ptrdiff_t>(std::min(*options_.skip, rows_.size())));
        shapes_ = shapes_of(rows_, style_);
        if (shapes_.width < 2)
            return refused(Reason::unclear, "it has one column only", {"{separator}", "{skip}"});
        if (options_.header) force_header();
        find_blocks();
        if (blocks_.empty())
            return refused(Reason::unclear, "it has no rows below a header", {"{header}", "{separator}"});
        if (!has_names()) return {};
        find_value_start();
        if (blocks_.size() > 1 && !have_same_header())
            return refused(Reason::unclear,
                           "it has " + std::to_string(blocks_.size()) + " blocks with different headers",
                           {"{skip}", "{sheet}"});
        return frame();
    }

  private:
    std::optional<Frame> refused(Reason reason, const std::string& seen, std::vector<std::string> options) {
        refuse(reading_, reason, reading_.format, seen + "; first lines: " + first_lines(),
               std::move(options));
        return {};
    }

    std::string first_lines() const {
        std::vector<std::string> lines;
        for (const GridRow& row : rows_) {
            if (lines.size() == 3) break;
            if (!row.empty()) lines.push_back("[" + line_text(row) + "]");
        }
        return join(lines, " ");
    }

    void force_header() {
        std::size_t seen = 0;
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            if (shapes_.extents[r] == 0) continue;
            shapes_.is_data[r] = seen++ >= *options_.header;
        }
    }

    bool has_header_cells(std::size_t r) const { return filled_cells(rows_[r], shapes_, true) > 0; }

    void find_blocks() {
        std::vector<std::size_t> pending;
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            if (shapes_.extents[r] == 0) continue;
            if (!shapes_.is_data[r]) {
                pending.push_back(r);
                continue;
            }
            keep_sparse_rows(pending);
            const bool starts =
                blocks_.empty() || std::any_of(pending.begin(), pending.end(),
                                               [&](std::size_t p) { return has_header_cells(p); });
            if (starts) {
                blocks_.emplace_back();
                split_header(pending, r);
            } else {
                headings_ += pending.size();
                for (const std::size_t p : pending) heading_rows_.push_back(p);
            }
            pending.clear();
            blocks_.back().rows.push_back(r);
        }
        if (!blocks_.empty()) keep_sparse_rows(pending);
        foot_ = pending.size();
    }

    // Rows without any number whose labels are those of other rows: all their numbers are missing.
    void keep_sparse_rows(std::vector<std::size_t>& pending) {
        if (blocks_.empty() || pending.empty()) return;
        std::vector<std::size_t> rest;
        for (const std::size_t r : pending) {
            if (is_sparse_row(r))
                blocks_.back().rows.push_back(r);
            else
                rest.push_back(r);
        }
        pending = std::move(rest);
    }

    bool is_sparse_row(std::size_t r) const {
        if (filled_cells(rows_[r], shapes_, true) > 0 || filled_cells(rows_[r], shapes_, false) < 2)
            return false;
        const auto& known = blocks_.back().rows;
        for (std::size_t c = 0; c < std::min(rows_[r].size(), shapes_.width); ++c) {
            const std::string label = cell_at(rows_[r], c);
            if (label.empty()) continue;
            const auto is_same = [&](std::size_t other) { return cell_at(rows_[other], c) == label; };
            if (std::none_of(known.begin(), known.end(), is_same)) return false;
        }
        return true;
    }

    // From the bottom: up to three lines without a gap that reach the number columns, or name the others.
    void split_header(const std::vector<std::size_t>& pending, std::size_t data) {
        Block& block = blocks_.back();
        std::size_t i = pending.size();
        const std::size_t most = options_.header ? *options_.header : 3;
        while (i > 0 && block.headers.size() < most) {
            const std::size_t r = pending[i - 1];
            if (!options_.header && block.headers.empty() && is_heading(r)) {
                heading_rows_.push_back(r);
                ++headings_;
                --i;
                continue;
            }
            if (!block.headers.empty() && block.headers.front() != r + 1) break;
            if (!options_.header && !is_header_line(pending, i - 1, block.headers.empty(), data)) break;
            block.headers.insert(block.headers.begin(), r);
            --i;
        }
        block.above.assign(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(i));
    }

    // A line with a number where names are expected, such as the code of a continent above its countries.
    bool is_heading(std::size_t r) const {
        std::size_t numbers = 0;
        std::size_t texts = 0;
        for (std::size_t c = 0; c < std::min(rows_[r].size(), shapes_.width); ++c) {
            if (!shapes_.is_numeric[c] || strip(rows_[r][c]).empty()) continue;
            ++(is_number(rows_[r][c], style_) ? numbers : texts);
        }
        return numbers > 0 && texts == 0 && numbers * 2 < shapes_.numeric_count() &&
               !numbers_columns(rows_[r], shapes_, style_);
    }

    bool is_header_line(const std::vector<std::size_t>& pending, std::size_t i, bool is_lowest,
                        std::size_t) const {
        const GridRow& row = rows_[pending[i]];
        const std::size_t values = filled_cells(row, shapes_, true);
        const std::size_t keys = filled_cells(row, shapes_, false);
        if (shapes_.numeric_count() == 0) return keys * 10 >= shapes_.width * 6;
        const bool is_title = values + keys == 1 && first_filled(row) == 0 && shapes_.width > 2;
        if (is_title && !(is_lowest && i > 0 && pending[i - 1] + 1 == pending[i] &&
                          filled_cells(rows_[pending[i - 1]], shapes_, true) * 2 >= shapes_.numeric_count()))
            return false;
        if (values == 0) {
            if (!is_lowest) return keys > 1;
            const bool follows_header =
                i > 0 && pending[i - 1] + 1 == pending[i] &&
                filled_cells(rows_[pending[i - 1]], shapes_, true) * 2 >= shapes_.numeric_count();
            return keys > 1 || follows_header;
        }
        const bool is_pair =
            values + keys == 2 && shapes_.width > 3 && !strip(cell_at(row, first_filled(row))).empty();
        return is_lowest || !is_pair || !is_key_value(row);
    }

    static std::size_t first_filled(const GridRow& row) {
        for (std::size_t c = 0; c < row.size(); ++c)
            if (!strip(row[c]).empty()) return c;
        return 0;
    }

    // "gender", "Male": two cells at the left.
    bool is_key_value(const GridRow& row) const {
        const std::size_t first = first_filled(row);
        return first + 1 < row.size() && !strip(row[first + 1]).empty() && first < 2;
    }

    bool has_names() {
        const Block& block = blocks_.front();
        if (options_.header && *options_.header == 0) return true;
        const bool is_nameless = block.headers.empty() || first_line_is_data();
        if (!is_nameless) return true;
        const std::vector<std::string> ways{"{header} 0 (columns are then called 1, 2, 3)", "{header} 1"};
        refused(Reason::no_header, "it has no header line: the first line looks like data", ways);
        return false;
    }

    // Texts without numbers: values of the first line that come again in their columns.
    bool first_line_is_data() const {
        const Block& block = blocks_.front();
        if (shapes_.numeric_count() > 0 || block.headers.size() != 1 || block.rows.size() < 3) return false;
        std::size_t repeated = 0;
        for (std::size_t c = 0; c < shapes_.width; ++c) {
            const std::string name = cell_at(rows_[block.headers[0]], c);
            const auto is_same = [&](std::size_t r) { return !name.empty() && cell_at(rows_[r], c) == name; };
            repeated += std::any_of(block.rows.begin(), block.rows.end(), is_same) ? 1 : 0;
        }
        return repeated * 2 >= shapes_.width;
    }

    bool have_same_header() const {
        const auto text_of = [&](const Block& block) {
            std::vector<std::string> cells;
            for (const std::size_t r : block.headers)
                for (std::size_t c = 0; c < shapes_.width; ++c) cells.push_back(cell_at(rows_[r], c));
            return cells;
        };
        const auto first = text_of(blocks_.front());
        return std::all_of(blocks_.begin(), blocks_.end(),
                           [&](const Block& block) { return text_of(block) == first; });
    }

    // The first numeric column after the last column of text: left of it are labels.
    void find_value_start() {
        value_start_ = shapes_.width;
        for (std::size_t c = 0; c < shapes_.width; ++c) {
            if (!shapes_.is_numeric[c]) continue;
            value_start_ = c;
            break;
        }
    }

    Frame frame() {
        Frame frame;
        frame.header_lines = blocks_.front().headers.size();
        frame.block_count = blocks_.size();
        frame.title_lines = blocks_.front().above.size();
        frame.foot_lines = foot_;
        frame.heading_lines = headings_;
        for (const std::size_t r : blocks_.front().above) frame.titles.push_back(line_text(rows_[r]));
        for (const Block& block : blocks_) frame.row_count += block.rows.size();
        add_columns(frame);
        add_headings(frame);
        add_blocks(frame);
        return frame;
    }

    void add_columns(Frame& frame) {
        const auto& headers = blocks_.front().headers;
        std::size_t width = shapes_.width;
        for (const Block& block : blocks_)
            for (const std::size_t r : block.rows) width = std::max(width, shapes_.extents[r]);
        std::vector<std::string> left(headers.size());
        for (std::size_t c = 0; c < width; ++c) {
            FrameColumn column;
            column.is_numeric = c < shapes_.width && shapes_.is_numeric[c];
            for (std::size_t k = 0; k < headers.size(); ++k) {
                std::string text = cell_at(rows_[headers[k]], c);
                const bool fills = k + 1 < headers.size() && c > value_start_ && column.is_numeric;
                if (text.empty() && fills) text = left[k];
                if (c >= value_start_) left[k] = text;
                column.path.push_back(text);
                if (!text.empty() && (column.name.empty() || !strip(cell_at(rows_[headers[k]], c)).empty()))
                    column.name = text;
            }
            bool is_blank = true;
            for (const Block& block : blocks_) {
                for (const std::size_t r : block.rows) {
                    column.cells.push_back(c < rows_[r].size() ? rows_[r][c] : "");
                    is_blank = is_blank && strip(column.cells.back()).empty();
                }
            }
            if (is_blank && (column.name.empty() || c >= shapes_.width)) continue;
            if (options_.header && *options_.header == 0) column.name = std::to_string(c + 1);
            frame.columns.push_back(std::move(column));
        }
        name_header_variable(frame);
    }

    // What stands above the names of the labels names the variable of the header.
    void name_header_variable(Frame& frame) {
        if (frame.header_lines < 2) return;
        for (const FrameColumn& column : frame.columns) {
            if (column.is_numeric) continue;
            for (std::size_t k = 0; k + 1 < column.path.size(); ++k)
                if (!column.path[k].empty() && column.path[k] != column.name)
                    frame.column_variable = column.path[k];
        }
        if (!frame.column_variable.empty()) return;
        std::string common;
        for (const FrameColumn& column : frame.columns) {
            if (!column.is_numeric || column.path.empty()) continue;
            if (common.empty()) common = column.path.front();
            if (column.path.front() != common) return;
        }
        frame.column_variable = common;
    }

    // A line of one label above rows whose labels come again below the next such line: one more column.
    void add_headings(Frame& frame) {
        if (heading_rows_.empty() || blocks_.size() != 1 || frame.columns.empty()) return;
        std::vector<std::string> seen;
        bool repeats = false;
        for (const std::string& label : frame.columns.front().cells) {
            repeats = repeats || std::find(seen.begin(), seen.end(), label) != seen.end();
            if (seen.size() < 2000) seen.push_back(label);
        }
        std::size_t keys = 0;
        while (keys < frame.columns.size() && !frame.columns[keys].is_numeric) ++keys;
        if (!repeats || keys != 1) {
            frame.notes.push_back(std::to_string(headings_) + " lines without numbers left out");
            return;
        }
        FrameColumn column{.name = "heading"};
        for (const std::size_t r : blocks_.front().rows) {
            std::string heading;
            for (const std::size_t h : heading_rows_)
                if (h < r) heading = line_text(rows_[h]);
            column.cells.push_back(heading);
        }
        column.path.assign(frame.header_lines, "");
        frame.columns.insert(frame.columns.begin(), std::move(column));
        frame.notes.push_back("lines without numbers are a column of their own");
    }

    void add_blocks(Frame& frame) {
        collect_constants(frame);
        if (blocks_.size() < 2) return;
        FrameColumn column;
        for (const Block& block : blocks_) {
            const std::string label = block_label(block, column.name);
            column.cells.insert(column.cells.end(), block.rows.size(), label);
        }
        if (column.name.empty()) column.name = "block";
        column.path.assign(frame.header_lines, "");
        frame.notes.push_back(std::to_string(blocks_.size()) + " blocks below one another are a column \"" +
                              column.name + "\"");
        frame.columns.insert(frame.columns.begin(), std::move(column));
    }

    void collect_constants(Frame& frame) const {
        for (const std::size_t r : blocks_.front().above)
            if (shapes_.extents[r] == first_filled(rows_[r]) + 2 && is_key_value(rows_[r]))
                frame.constants.emplace_back(cell_at(rows_[r], first_filled(rows_[r])),
                                             cell_at(rows_[r], first_filled(rows_[r]) + 1));
    }

    // The value of the key that changes between blocks, or the last line above the header.
    std::string block_label(const Block& block, std::string& name) const {
        for (const std::size_t r : block.above) {
            if (!is_key_value(rows_[r]) || shapes_.extents[r] != first_filled(rows_[r]) + 2) continue;
            const std::string key = cell_at(rows_[r], first_filled(rows_[r]));
            if (!key_changes(key)) continue;
            name = key;
            return cell_at(rows_[r], first_filled(rows_[r]) + 1);
        }
        for (std::size_t i = block.above.size(); i-- > 0;)
            if (line_changes(block.above.size() - i)) return line_text(rows_[block.above[i]]);
        return block.above.empty() ? "" : line_text(rows_[block.above.back()]);
    }

    // Whether the line so far above the headers differs between the first two blocks.
    bool line_changes(std::size_t distance) const {
        const auto text_of = [&](const Block& block) {
            return distance > block.above.size()
                       ? std::string{}
                       : line_text(rows_[block.above[block.above.size() - distance]]);
        };
        return text_of(blocks_[0]) != text_of(blocks_[1]);
    }

    bool key_changes(const std::string& key) const {
        std::vector<std::string> values;
        for (const Block& block : blocks_) {
            bool found = false;
            for (const std::size_t r : block.above) {
                if (!is_key_value(rows_[r]) || cell_at(rows_[r], first_filled(rows_[r])) != key) continue;
                values.push_back(cell_at(rows_[r], first_filled(rows_[r]) + 1));
                found = true;
                break;
            }
            if (!found) return false;
        }
        return std::any_of(values.begin(), values.end(),
                           [&](const std::string& value) { return value != values.front(); });
    }

    std::vector<GridRow> rows_;
    const NumberStyle& style_;
    const ReadOptions& options_;
    Reading& reading_;
    RowShapes shapes_;
    std::vector<Block> blocks_;
    std::vector<std::size_t> heading_rows_;
    std::size_t foot_ = 0;
    std::size_t headings_ = 0;
    std::size_t value_start_ = 0;
};

}  // namespace

std::optional<Frame> find_frame(const Grid& grid, const NumberStyle& style, const ReadOptions& options,
                                Reading& reading) {
    return LayoutFinder{grid, style, options, reading}.find();
}

}  // namespace drover::read
