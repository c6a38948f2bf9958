#include <algorithm>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/plot/impl/frame.hpp>
#include <drover/plot/polygon_map.hpp>

namespace drover {
namespace {

void check_polygons(const PolygonMap& map) {
    check_input(map.x.scale == Scale::linear && map.y.scale == Scale::linear, [] {
        return Problem{Fault::other, {.function = "PolygonMap"}, "linear axes"};
    });
    for (const MapPolygon& polygon : map.polygons) {
        check_input(polygon.x.size() == polygon.y.size() && polygon.group < map.groups.size(), [&] {
            return Problem{Fault::range,
                           {.function = "PolygonMap"},
                           "as many x as y and a group below " + std::to_string(map.groups.size()),
                           std::to_string(polygon.x.size()) + ", " + std::to_string(polygon.y.size()) +
                               " and group " + std::to_string(polygon.group)};
        });
    }
}

bool is_drawable(const MapPolygon& polygon, LeftOut& left_out) {
    for (std::size_t i = 0; i < polygon.x.size(); ++i) {
        if (!drawable(polygon.x[i], Scale::linear, left_out)) return false;
        if (!drawable(polygon.y[i], Scale::linear, left_out)) return false;
    }
    return !polygon.x.empty();
}

struct Ranges {
    ValueRange x;
    ValueRange y;
    LeftOut left_out;
    std::vector<const MapPolygon*> shown;
};

Ranges ranges_of(const PolygonMap& map) {
    Ranges found;
    for (const double value : map.x.include) found.x.include(value);
    for (const double value : map.y.include) found.y.include(value);
    for (const MapPolygon& polygon : map.polygons) {
        if (!is_drawable(polygon, found.left_out)) continue;
        for (const double x : polygon.x) found.x.include(x);
        for (const double y : polygon.y) found.y.include(y);
        found.shown.push_back(&polygon);
    }
    return found;
}

std::string outline(const PlotArea& area, const MapPolygon& polygon) {
    std::string data;
    for (std::size_t i = 0; i < polygon.x.size(); ++i) {
        data += (i == 0 ? 'M' : 'L') + px(area.x_at(polygon.x[i])) + ' ' + px(area.y_at(polygon.y[i]));
    }
    return data + 'z';
}

// One path for all polygons that look alike.
void draw_group(SvgPage& page, const PlotArea& area, const Ranges& found, std::size_t group, bool pale) {
    std::string data;
    for (const MapPolygon* polygon : found.shown) {
        if (polygon->group == group && polygon->is_pale == pale) data += outline(area, *polygon);
    }
    if (data.empty()) return;
    page.add("<path d=\"" + data + "\" fill=\"" + series_colour(group) + "\" fill-opacity=\"" +
             (pale ? "0.25" : "0.85") + R"(" stroke="#fff" stroke-width="0.5" stroke-linejoin="round"/>)" +
             "\n");
}

PlotArea lay_out_area(const PolygonMap& map, const FrameText& text, const Ranges& found, double top) {
    PlotArea area;
    area.top = top;
    area.height = map.height - top - plain_tick_strip - footer_height(text);
    area.y = lay_out_axis("PolygonMap: y", map.y, found.y, area.height, Direction::upward);
    area.left = left_margin(text, area.y);
    fit_x_axis("PolygonMap", area, map.x, found.x, map.width);
    return area;
}

}  // namespace

void write_svg(std::ostream& out, const PolygonMap& map, SvgForm form) {
    check_size("PolygonMap", map.width, map.height);
    check_polygons(map);
    const Ranges found = ranges_of(map);
    FrameText text{map.title, map.x.label, map.y.label, {}, note(found.left_out)};
    for (std::size_t g = 0; g < map.groups.size(); ++g)
        text.legend.push_back({map.groups[g], Swatch::box, series_colour(g), ""});
    SvgPage page;
    const PlotArea area = lay_out_area(map, text, found, draw_header(page, text, map.width));
    draw_x_ticks(page, area);
    draw_y_ticks(page, area);
    for (const bool pale : {true, false}) {
        for (std::size_t g = 0; g < map.groups.size(); ++g) draw_group(page, area, found, g, pale);
    }
    draw_outline(page, area);
    draw_names(page, text, area, plain_tick_strip);
    if (found.shown.empty()) draw_no_data(page, area, found.left_out);
    page.write(out, map.title, map.width, map.height, form);
}

}  // namespace drover
