#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/plot/impl/frame.hpp>

namespace drover {
namespace {

constexpr double legend_line = 18;
constexpr double swatch_width = 24;
constexpr const char* faint = "#999";

std::string move_to(double x, double y) { return 'M' + px(x) + ' ' + px(y); }

// How wide a text is in a wide font (DejaVu Sans), in em: names side by side must not touch.
double wide_em(const std::string& text) {
    constexpr std::array<std::pair<std::string_view, double>, 5> letters{
        {{"ijl.,:;|'! ", 0.32}, {"frt-()/[]", 0.41}, {"csvxyzk", 0.57}, {"w=+<>~", 0.84}, {"mMW%@", 0.98}}};
    double em = 0;
    for (const std::string& c : characters(plain_text(text))) {
        const auto* const found = std::find_if(letters.begin(), letters.end(), [&](const auto& group) {
            return group.first.find(c) != std::string_view::npos;
        });
        const bool is_capital = c.size() == 1 && c.front() >= 'A' && c.front() <= 'Z';
        em += found != letters.end()                           ? found->second
              : static_cast<unsigned char>(c.front()) >= 0xE3U ? 1.0
              : is_capital                                     ? 0.7
                                                               : 0.635;
    }
    return em;
}

void draw_swatch(SvgPage& page, const LegendItem& item, double x, double y) {
    const std::string round = R"( stroke-linecap="round")";
    if (item.swatch == Swatch::box) {
        page.add(SvgRect{.x = x + 6, .y = y - 5, .width = 12, .height = 10, .fill = item.colour});
    } else if (item.swatch == Swatch::ring) {
        page.add_path(move_to(x + 7, y) + "a5 5 0 1 0 10 0a5 5 0 1 0 -10 0", item.colour, 1.75);
    } else if (item.swatch == Swatch::dots) {
        page.add_path(
            move_to(x + 6, y + 2) + "h0" + move_to(x + 12, y - 2) + "h0" + move_to(x + 18, y + 1) + "h0",
            item.colour, 4, round);
    } else {
        page.add_path(move_to(x, y) + 'h' + px(swatch_width), item.colour, 2, item.style);
    }
}

// Items in rows from the left; the result is the lower end.
double draw_legend(SvgPage& page, const std::vector<LegendItem>& legend, double top, double width) {
    const double left = 16;
    const double room = width - 2 * left - swatch_width - 6;
    double x = left;
    double y = top + legend_line / 2;
    for (const LegendItem& item : legend) {
        const double needed = swatch_width + 6 + std::min(12 * wide_em(item.name), room) + 16;
        if (x > left && x + needed - 16 > width - left) {
            x = left;
            y += legend_line;
        }
        draw_swatch(page, item, x, y);
        page.add(SvgText{.x = x + swatch_width + 6, .y = y + 4, .text = item.name, .room = room});
        x += needed;
    }
    return y + legend_line / 2;
}

std::string counted(std::int64_t count, const std::string& what) {
    return std::to_string(count) + (count == 1 ? " value that is " : " values that are ") + what;
}

}  // namespace

bool drawable(double value, Scale scale, LeftOut& left_out) {
    if (!std::isfinite(value)) {
        ++left_out.not_finite;
        return false;
    }
    const bool fits = scale == Scale::linear || value > 0;
    if (!fits) ++left_out.not_positive;
    return fits;
}

std::string note(const LeftOut& left_out, const std::string& verb) {
    std::string text;
    if (left_out.not_finite > 0) text = counted(left_out.not_finite, "not finite");
    if (left_out.not_positive > 0) {
        if (!text.empty()) text += ", ";
        text += counted(left_out.not_positive, "not positive on a log axis");
    }
    return text.empty() ? "" : verb + ": " + text;
}

double draw_header(SvgPage& page, const FrameText& text, double width) {
    const double y = draw_title(page, text.title, width);
    return text.legend.empty() ? y + 4 : draw_legend(page, text.legend, y, width) + 12;
}

void draw_names(SvgPage& page, const FrameText& text, const PlotArea& area, double tick_strip) {
    const double middle = area.left + area.width / 2;
    double y = area.top + area.height + tick_strip;
    if (!text.x_label.empty()) {
        y += 17;
        page.add(SvgText{.x = middle,
                         .y = y,
                         .text = text.x_label,
                         .anchor = Anchor::middle,
                         .size = 13,
                         .room = area.width});
    }
    if (!text.note.empty()) {
        page.add(SvgText{.x = 16,
                         .y = y + 18,
                         .text = text.note,
                         .size = 11,
                         .colour = "#777",
                         .room = area.left + area.width - 16});
    }
    if (!text.y_label.empty()) {
        page.add(SvgText{.x = area.name_at,
                         .y = area.top + area.height / 2,
                         .text = text.y_label,
                         .anchor = Anchor::middle,
                         .size = 13,
                         .turn = -90,
                         .room = area.height + 30});
    }
}

double footer_height(const FrameText& text) {
    return 10 + (text.x_label.empty() ? 0.0 : 17.0) + (text.note.empty() ? 0.0 : 16.0);
}

double left_margin(const FrameText& text, const AxisLayout& y) {
    return label_width(y) + (text.y_label.empty() ? 20 : 38);
}

AxisLayout lay_out_axis(const std::string& place, const Axis& axis, ValueRange found, double length,
                        Direction direction) {
    check_input(!axis.range || axis.scale == Scale::linear, [&] {
        return Problem{
            .fault = Fault::other, .place = {.file = place}, .text = "only a linear axis can have a range"};
    });
    AxisLayout layout = axis.range ? lay_out_between(place, *axis.range, length, direction)
                                   : lay_out(place, axis.scale, found, length, direction);
    if (!axis.has_labels) layout.ticks.clear();
    return layout;
}

void fit_x_axis(const std::string& place, PlotArea& area, const Axis& axis, ValueRange found,
                double page_width) {
    double margin = 0;
    for (int pass = 0; pass < 2; ++pass) {
        area.left = std::max(area.left, margin);
        area.width = page_width - area.left - std::max(right_margin, margin);
        check_area(place, area);
        area.x = lay_out_axis(place + ": x", axis, found, area.width, Direction::across);
        margin = label_width(area.x) / 2 + 6;
    }
}

void draw_x_ticks(SvgPage& page, const PlotArea& area) {
    std::string minor;
    std::string major;
    const double bottom = area.top + area.height;
    for (const Tick& tick : area.x.ticks) {
        const double x = area.left + area.width * tick.at;
        if (tick.label.empty()) {
            minor += move_to(x, bottom) + "v-4";
            continue;
        }
        major += move_to(x, area.top) + 'v' + px(area.height);
        page.add(SvgText{
            .x = x, .y = bottom + 16, .text = tick.label, .anchor = Anchor::middle, .size = tick_font_size});
    }
    page.add_path(major, "#e4e4e4", 1);
    page.add_path(minor, faint, 1);
}

void draw_y_ticks(SvgPage& page, const PlotArea& area) {
    std::string minor;
    std::string major;
    for (const Tick& tick : area.y.ticks) {
        const double y = area.top + area.height * (1 - tick.at);
        if (tick.label.empty()) {
            minor += move_to(area.left, y) + "h4";
            continue;
        }
        major += move_to(area.left, y) + 'h' + px(area.width);
        page.add(SvgText{.x = area.left - 6,
                         .y = y + 4,
                         .text = tick.label,
                         .anchor = Anchor::end,
                         .size = tick_font_size});
    }
    page.add_path(major, "#e4e4e4", 1);
    page.add_path(minor, faint, 1);
}

void draw_outline(SvgPage& page, const PlotArea& area) {
    page.add_path(move_to(area.left, area.top) + 'v' + px(area.height) + 'h' + px(area.width), "#666", 1);
}

void draw_no_data(SvgPage& page, const PlotArea& area, const LeftOut& left_out) {
    const bool were_any = left_out.not_finite > 0 || left_out.not_positive > 0;
    page.add(SvgText{.x = area.left + area.width / 2,
                     .y = area.top + area.height / 2,
                     .text = were_any ? "no data: none of the values can be drawn"
                                      : "no data: no values were found to draw",
                     .anchor = Anchor::middle,
                     .colour = "#777"});
}

void check_area(const std::string& place, const PlotArea& area) {
    check_input(area.width >= 30 && area.height >= 30, [&] {
        return Problem{.fault = Fault::other,
                       .place = {.file = place},
                       .text = "no room for the plot next to its labels: " + rounded(area.width, 3) + " x " +
                               rounded(area.height, 3) + " pixels are left, at least 30 x 30 are needed"};
    });
}

}  // namespace drover
