#include <algorithm>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/plot/chart.hpp>
#include <drover/plot/impl/frame.hpp>

namespace drover {
namespace {

constexpr double name_room = 165;  // pixels of a rotated category name

void check_length(const BarChart& chart, const BarGroup& group, const std::string& what, std::size_t size) {
    check_input(size == chart.categories.size(), [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "BarChart"},
                       .text = "group " + quoted(group.name) + ": " + what + " (" + std::to_string(size) +
                               ") and categories (" + std::to_string(chart.categories.size()) +
                               ") must have the same size"};
    });
}

void check_lengths(const BarChart& chart) {
    for (const BarGroup& group : chart.groups) {
        check_length(chart, group, "values", group.values.size());
        if (!group.spreads.empty()) check_length(chart, group, "spreads", group.spreads.size());
        if (!group.colours.empty()) check_length(chart, group, "colours", group.colours.size());
    }
}

// The spread of a bar; 0 if no error bar is drawn because none is given or one of its ends is off the axis.
double spread_of(const BarChart& chart, const BarGroup& group, std::size_t category) {
    if (group.spreads.empty()) return 0;
    LeftOut ignored;
    const double value = group.values[category];
    const double spread = group.spreads[category];
    const bool drawn = spread > 0 && drawable(value - spread, chart.y.scale, ignored) &&
                       drawable(value + spread, chart.y.scale, ignored);
    return drawn ? spread : 0;
}

ValueRange value_range(const BarChart& chart, LeftOut& left_out) {
    ValueRange range;
    for (const BarGroup& group : chart.groups) {
        for (std::size_t c = 0; c < group.values.size(); ++c) {
            if (!drawable(group.values[c], chart.y.scale, left_out)) continue;
            range.include(group.values[c] - spread_of(chart, group, c));
            range.include(group.values[c] + spread_of(chart, group, c));
        }
    }
    for (const double value : chart.y.include) {
        if (drawable(value, chart.y.scale, left_out)) range.include(value);
    }
    if (chart.y.scale == Scale::linear && !range.empty) range.include(0);
    return range;
}

// The note below the chart about missing bars.
std::string missing_note(const BarChart& chart, const LeftOut& left_out) {
    const bool are_named = !chart.missing.empty() && left_out.not_finite > 0 && left_out.not_positive == 0;
    return are_named ? "No bar: " + chart.missing : note(left_out);
}

std::vector<std::string> colours_of(const BarChart& chart) {
    std::vector<std::string> asked;
    for (const BarGroup& group : chart.groups) asked.push_back(group.colour);
    return series_colours(asked);
}

std::vector<LegendItem> legend(const BarChart& chart) {
    std::vector<LegendItem> items;
    const std::vector<std::string> colours = colours_of(chart);
    for (std::size_t g = 0; g < chart.groups.size(); ++g) {
        const std::string& name = chart.groups[g].name;
        if (!name.empty()) items.push_back({name, Swatch::box, colours[g], ""});
    }
    return items;
}

double widest_category(const BarChart& chart) {
    double widest = 0;
    for (const std::string& name : chart.categories) {
        widest = std::max(widest, text_width(name, tick_font_size));
    }
    return widest;
}

double slot_width(const BarChart& chart, double plot_width) {
    return plot_width / static_cast<double>(std::max<std::size_t>(chart.categories.size(), 1));
}

// Category names that do not fit side by side are rotated; of numbers of up to three digits some are left out
// instead. The left edge of the plot is not known yet.
bool names_turn(const BarChart& chart) {
    const bool are_short = std::all_of(chart.categories.begin(), chart.categories.end(),
                                       [](const std::string& name) { return name.size() <= 3; });
    return !are_short && widest_category(chart) + 8 > slot_width(chart, chart.width - 60 - right_margin);
}

double tick_strip(const BarChart& chart) {
    if (!names_turn(chart)) return plain_tick_strip;
    return 14 + 0.71 * std::min(widest_category(chart), name_room);
}

PlotArea lay_out_area(const BarChart& chart, const FrameText& text, ValueRange range, double top) {
    PlotArea area;
    area.top = top;
    area.height = chart.height - top - tick_strip(chart) - footer_height(text);
    area.y = lay_out("BarChart: y", chart.y.scale, range, area.height, Direction::upward);
    area.left = left_margin(text, area.y);
    area.width = chart.width - area.left - right_margin;
    check_area("BarChart", area);
    return area;
}

void draw_category_names(SvgPage& page, const BarChart& chart, const PlotArea& area) {
    const double slot = slot_width(chart, area.width);
    const double bottom = area.top + area.height;
    const double gap = names_turn(chart) ? 15 : widest_category(chart) + 6;
    double free_from = 0;
    for (std::size_t c = 0; c < chart.categories.size(); ++c) {
        const double x = area.left + slot * (static_cast<double>(c) + 0.5);
        if (x < free_from) continue;
        SvgText name{.x = x,
                     .y = bottom + 16,
                     .text = chart.categories[c],
                     .anchor = Anchor::middle,
                     .size = tick_font_size};
        if (names_turn(chart)) {
            name.x += 4;
            name.y = bottom + 13;
            name.anchor = Anchor::end;
            name.turn = -45;
            name.room = std::min(name_room, name.x / 0.71 - 8);
        }
        free_from = x + gap;
        page.add(name);
    }
}

std::string tooltip(const BarChart& chart, std::size_t group, std::size_t category) {
    const BarGroup& shown = chart.groups[group];
    const std::string prefix = shown.name.empty() ? "" : shown.name + ", ";
    const double spread = spread_of(chart, shown, category);
    return prefix + chart.categories[category] + ": " + rounded(shown.values[category]) +
           (spread > 0 ? " +- " + rounded(spread) : "");
}

// A line from value - spread to value + spread at `middle`, with a short line across at both ends.
void draw_error_bar(SvgPage& page, const PlotArea& area, double middle, double value, double spread,
                    double width) {
    const double low = area.y_at(value - spread);
    const double high = area.y_at(value + spread);
    const double half = std::min(5.0, width / 4);
    const auto across = [&](double y) { return 'M' + px(middle - half) + ' ' + px(y) + 'h' + px(2 * half); };
    page.add_path(across(low) + 'M' + px(middle) + ' ' + px(low) + 'V' + px(high) + across(high), "#222", 1);
}

// A fifth of the width of a slot stays free.
void draw_bar(SvgPage& page, const BarChart& chart, const PlotArea& area, std::size_t group,
              std::size_t category, const std::string& colour) {
    LeftOut ignored;
    const double value = chart.groups[group].values[category];
    if (!drawable(value, chart.y.scale, ignored)) return;
    const double slot = slot_width(chart, area.width);
    const double width = 0.8 * slot / static_cast<double>(chart.groups.size());
    const double left =
        area.left + slot * (static_cast<double>(category) + 0.1) + width * static_cast<double>(group);
    const double base = chart.y.scale == Scale::log ? area.top + area.height : area.y_at(0);
    const double end = area.y_at(value);
    page.add(SvgRect{.x = left,
                     .y = std::min(base, end),
                     .width = width - std::min(1.0, width / 10),
                     .height = std::max(base, end) - std::min(base, end),
                     .fill = colour,
                     .tooltip = tooltip(chart, group, category)});
    const double spread = spread_of(chart, chart.groups[group], category);
    if (spread > 0) draw_error_bar(page, area, left + width / 2, value, spread, width);
}

void draw_bars(SvgPage& page, const BarChart& chart, const PlotArea& area) {
    const std::vector<std::string> colours = colours_of(chart);
    for (std::size_t c = 0; c < chart.categories.size(); ++c) {
        for (std::size_t g = 0; g < chart.groups.size(); ++g)
            draw_bar(page, chart, area, g, c,
                     chart.groups[g].colours.empty() ? colours[g] : chart.groups[g].colours[c]);
    }
    if (chart.y.scale == Scale::linear && area.y.low < 0) {
        page.add_path('M' + px(area.left) + ' ' + px(area.y_at(0)) + 'h' + px(area.width), "#666", 1);
    }
}

}  // namespace

void write_svg(std::ostream& out, const BarChart& chart, SvgForm form) {
    check_size("BarChart", chart.width, chart.height);
    check_lengths(chart);
    LeftOut left_out;
    const ValueRange range = value_range(chart, left_out);
    const FrameText text{chart.title, chart.x_label, chart.y.label, legend(chart),
                         missing_note(chart, left_out)};
    SvgPage page;
    const PlotArea area = lay_out_area(chart, text, range, draw_header(page, text, chart.width));
    draw_y_ticks(page, area);
    draw_bars(page, chart, area);
    draw_outline(page, area);
    draw_category_names(page, chart, area);
    draw_names(page, text, area, tick_strip(chart));
    if (range.empty) draw_no_data(page, area, left_out);
    page.write(out, chart.title, chart.width, chart.height, form);
}

}  // namespace drover
