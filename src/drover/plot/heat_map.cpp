#include <algorithm>
#include <cmath>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/plot/heat_map.hpp>
#include <drover/plot/impl/frame.hpp>

namespace drover {
namespace {

constexpr double name_size = 11;
constexpr double side_room = 130;
constexpr double scale_room = 100;  // pixels to the right, for the colour scale

void check_map(const HeatMap& map) {
    const std::size_t rows = map.row_names.size();
    const std::size_t columns = map.column_names.size();
    check_size("HeatMap", map.width, map.width);
    check_input(rows > 0 && columns > 0, [] {
        return Problem{.fault = Fault::other,
                       .place = {.function = "HeatMap"},
                       .text = "needs at least one row and one column"};
    });
    check_input(map.values.size() == rows * columns, [&] {
        return Problem{Fault::range,
                       {.function = "HeatMap"},
                       std::to_string(rows) + " x " + std::to_string(columns) + " values",
                       std::to_string(map.values.size())};
    });
}

struct ColourRange {
    double low = 0;
    double high = 0;

    // Halving keeps the difference of two huge numbers finite; a single value is in the middle.
    double at(double value) const {
        return high / 2 > low / 2 ? (value / 2 - low / 2) / (high / 2 - low / 2) : 0.5;
    }
};

ColourRange colour_range(const HeatMap& map, LeftOut& left_out) {
    ValueRange found;
    for (const double value : map.values) {
        if (drawable(value, Scale::linear, left_out)) found.include(value);
    }
    ColourRange range{map.low.value_or(found.low), map.high.value_or(found.high)};
    if (map.colours == Colours::orange_purple) {
        const double size = std::max(std::abs(range.low), std::abs(range.high));
        range = {-size, size};
    }
    check_input(std::isfinite(range.low) && std::isfinite(range.high) && range.low <= range.high, [&] {
        return Problem{.fault = Fault::other,
                       .place = {.function = "HeatMap"},
                       .text = "low (" + rounded(range.low) + ") must not be above high (" +
                               rounded(range.high) + "), and both must be finite"};
    });
    return range;
}

double widest(const std::vector<std::string>& names) {
    double width = 0;
    for (const std::string& name : names) width = std::max(width, text_width(name, name_size));
    return std::min(width, side_room);
}

// Where the squares are, and whether the column names above them are rotated.
struct Grid {
    double left = 0;
    double top = 0;
    double cell = 0;
    double width = 0;
    double height = 0;
    bool turned = false;
};

Grid lay_out_grid(const HeatMap& map, double top) {
    Grid grid;
    const auto columns = static_cast<double>(map.column_names.size());
    grid.left = widest(map.row_names) + (map.row_label.empty() ? 20 : 40);
    grid.cell = std::min((map.width - grid.left - scale_room) / columns, 48.0);
    grid.cell = std::min(grid.cell, 10'000 / static_cast<double>(map.row_names.size()));
    check_input(grid.cell >= 0.5, [&] {
        return Problem{.fault = Fault::other,
                       .place = {.function = "HeatMap"},
                       .text = "no room for " + std::to_string(map.row_names.size()) + " x " +
                               std::to_string(map.column_names.size()) + " squares in a width of " +
                               rounded(map.width) + " pixels"};
    });
    const double wide = widest(map.column_names);
    grid.turned = wide + 6 > grid.cell;
    grid.top = top + (map.column_label.empty() ? 0 : 20) + (grid.turned ? wide + 8 : 20);
    grid.width = grid.cell * columns;
    grid.height = grid.cell * static_cast<double>(map.row_names.size());
    return grid;
}

// Every name, or every n-th where the squares are smaller than the letters.
std::size_t name_stride(const Grid& grid) {
    return grid.cell >= name_size + 1 ? 1 : static_cast<std::size_t>((name_size + 1) / grid.cell) + 1;
}

void draw_row_names(SvgPage& page, const HeatMap& map, const Grid& grid) {
    for (std::size_t i = 0; i < map.row_names.size(); i += name_stride(grid)) {
        page.add(SvgText{.x = grid.left - 6,
                         .y = grid.top + grid.cell * (static_cast<double>(i) + 0.5) + 4,
                         .text = map.row_names[i],
                         .anchor = Anchor::end,
                         .size = name_size,
                         .room = side_room});
    }
}

void draw_column_names(SvgPage& page, const HeatMap& map, const Grid& grid) {
    for (std::size_t j = 0; j < map.column_names.size(); j += name_stride(grid)) {
        SvgText name{.x = grid.left + grid.cell * (static_cast<double>(j) + 0.5),
                     .y = grid.top - 6,
                     .text = map.column_names[j],
                     .anchor = Anchor::middle,
                     .size = name_size,
                     .room = side_room};
        if (grid.turned) {
            name.x += 4;
            name.anchor = Anchor::start;
            name.turn = -90;
        }
        page.add(name);
    }
}

void draw_labels(SvgPage& page, const HeatMap& map, const Grid& grid, double top) {
    if (!map.column_label.empty()) {
        page.add(SvgText{.x = grid.left + grid.width / 2,
                         .y = top + 14,
                         .text = map.column_label,
                         .anchor = Anchor::middle,
                         .size = 13,
                         .room = std::max(grid.width, 100.0)});
    }
    if (!map.row_label.empty()) {
        page.add(SvgText{.x = 19,
                         .y = grid.top + grid.height / 2,
                         .text = map.row_label,
                         .anchor = Anchor::middle,
                         .size = 13,
                         .turn = -90,
                         .room = std::max(grid.height, 60.0)});
    }
}

std::string value_text(const HeatMap& map, double value) {
    return std::isfinite(value) || map.grey.empty() ? rounded(value) : map.grey;
}

// The note about grey squares below the picture.
std::string grey_note(const HeatMap& map, const LeftOut& left_out) {
    const std::string counted = note(left_out, "Grey");
    return counted.empty() || map.grey.empty() ? counted : "Grey: " + map.grey;
}

void draw_cells(SvgPage& page, const HeatMap& map, const Grid& grid, ColourRange range) {
    const double gap = grid.cell >= 12 ? 1 : 0;
    const std::size_t columns = map.column_names.size();
    page.add("<g shape-rendering=\"crispEdges\">\n");
    for (std::size_t k = 0; k < map.values.size(); ++k) {
        const std::size_t i = k / columns;
        const std::size_t j = k % columns;
        const double value = map.values[k];
        page.add(SvgRect{
            .x = grid.left + grid.cell * static_cast<double>(j),
            .y = grid.top + grid.cell * static_cast<double>(i),
            .width = grid.cell - gap,
            .height = grid.cell - gap,
            .fill = std::isfinite(value) ? hex(colour_at(map.colours, range.at(value))) : "#bbb",
            .tooltip = map.row_names[i] + ", " + map.column_names[j] + ": " + value_text(map, value)});
    }
    page.add("</g>\n");
}

double scale_height(const Grid& grid) { return std::clamp(grid.height, 60.0, 240.0); }

void draw_scale_label(SvgPage& page, const Grid& grid, double at, double value) {
    page.add(SvgText{.x = grid.left + grid.width + 40,
                     .y = grid.top + scale_height(grid) * (1 - at) + 4,
                     .text = rounded(value, 3),
                     .size = name_size});
}

void draw_scale(SvgPage& page, const HeatMap& map, const Grid& grid, ColourRange range) {
    constexpr int shade_count = 60;
    const double height = scale_height(grid) / shade_count;
    page.add("<g shape-rendering=\"crispEdges\">\n");
    for (int n = 0; n < shade_count; ++n) {
        page.add(SvgRect{.x = grid.left + grid.width + 20,
                         .y = grid.top + height * n,
                         .width = 14,
                         .height = height,
                         .fill = hex(colour_at(map.colours, 1 - (n + 0.5) / shade_count))});
    }
    page.add("</g>\n");
    if (range.high > range.low) {
        draw_scale_label(page, grid, 0, range.low);
        draw_scale_label(page, grid, 1, range.high);
    }
    draw_scale_label(page, grid, 0.5, range.low / 2 + range.high / 2);
}

}  // namespace

void write_svg(std::ostream& out, const HeatMap& map, SvgForm form) {
    check_map(map);
    LeftOut left_out;
    const ColourRange range = colour_range(map, left_out);
    SvgPage page;
    const double top = draw_title(page, map.title, map.width);
    const Grid grid = lay_out_grid(map, top);
    draw_labels(page, map, grid, top);
    draw_row_names(page, map, grid);
    draw_column_names(page, map, grid);
    draw_cells(page, map, grid, range);
    draw_scale(page, map, grid, range);
    double bottom = grid.top + std::max(grid.height, scale_height(grid)) + 16;
    if (const std::string text = grey_note(map, left_out); !text.empty()) {
        page.add(SvgText{.x = 16, .y = bottom + 6, .text = text, .size = 10, .colour = "#777"});
        bottom += 16;
    }
    page.write(out, map.title, map.width, bottom, form);
}

}  // namespace drover
