#include <algorithm>
#include <array>
#include <cmath>

#include <drover/plot/impl/chart_marks.hpp>
#include <drover/plot/impl/deflate.hpp>

namespace drover {
namespace {

struct Spot {
    double x = 0;
    double y = 0;
};

// Coordinates of a series without gaps.
using Run = std::vector<Spot>;

// Far outside the plot the position does not matter: coordinates are clamped to stay small.
Spot spot_at(const PlotArea& area, double x, double y) {
    constexpr double far = 20'000;
    return {std::clamp(area.x_at(x), -far, far), std::clamp(area.y_at(y), -far, far)};
}

// The stretches of a series where `shown` holds.
std::vector<Run> runs(const PlotArea& area, const Series& series, const std::vector<double>& y,
                      const std::vector<bool>& shown) {
    std::vector<Run> found;
    bool open = false;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (std::binary_search(series.starts.begin(), series.starts.end(), i)) open = false;
        if (shown[i]) {
            if (!open) found.emplace_back();
            found.back().push_back(spot_at(area, x_of(series, i), y[i]));
        }
        open = shown[i];
    }
    return found;
}

// First, lowest, highest and last of each half pixel, in their order: more cannot be seen.
Run thinned(const Run& run) {
    const auto by_y = [](const Spot& a, const Spot& b) { return a.y < b.y; };
    Run kept;
    for (auto first = run.begin(); first != run.end();) {
        const std::int64_t column = hundredths(first->x) / 50;
        const auto last =
            std::find_if(first, run.end(), [&](const Spot& s) { return hundredths(s.x) / 50 != column; });
        const auto [low, high] = std::minmax_element(first, last, by_y);
        std::array picked{first, low, high, last - 1};
        std::sort(picked.begin(), picked.end());
        auto* const end = std::unique(picked.begin(), picked.end());
        std::for_each(picked.begin(), end, [&](auto spot) { kept.push_back(*spot); });
        first = last;
    }
    return kept;
}

std::string place(const Spot& spot) { return px(spot.x) + ' ' + px(spot.y); }

std::string line_through(const Run& run) {
    std::string data;
    for (const Spot& spot : run) data += (data.empty() ? 'M' : 'L') + place(spot);
    return data;
}

// One path of dots, each position once.
void draw_points(SvgPage& page, const std::vector<Run>& all, const std::string& colour, double size) {
    std::vector<std::string> places;
    for (const Run& run : all) {
        for (const Spot& spot : run) places.push_back('M' + place(spot) + "h0");
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::string data;
    for (const std::string& dot : places) data += dot;
    page.add_path(data, colour, size, R"( stroke-linecap="round")");
}

// A point without neighbours is a dot.
void draw_line(SvgPage& page, const std::vector<Run>& all, const Style& style) {
    std::string data;
    std::vector<Run> alone;
    for (const Run& run : all) {
        if (run.size() == 1) {
            alone.push_back(run);
        } else {
            data += line_through(thinned(run));
        }
    }
    page.add_path(data, style.colour, style.width, style.attributes);
    draw_points(page, alone, style.colour, 4);
}

void draw_band(SvgPage& page, const PlotArea& area, const Series& series, const std::vector<bool>& shown,
               const Style& style) {
    const auto lows = runs(area, series, series.low, shown);
    const auto highs = runs(area, series, series.high, shown);
    std::string data;
    for (std::size_t i = 0; i < lows.size(); ++i) {
        Run outline = thinned(lows[i]);
        const Run back = thinned(highs[i]);
        outline.insert(outline.end(), back.rbegin(), back.rend());
        data += line_through(outline) + 'z';
    }
    if (data.empty()) return;
    page.add("<path d=\"" + data + "\" fill=\"" + style.colour + "\" fill-opacity=\"0.18\"/>\n");
}

// Error bars of single points.
void draw_bars(SvgPage& page, const PlotArea& area, const Series& series, const std::vector<bool>& shown,
               const Style& style) {
    std::string data;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (!shown[i]) continue;
        const Spot low = spot_at(area, x_of(series, i), series.low[i]);
        const Spot high = spot_at(area, x_of(series, i), series.high[i]);
        for (const Spot& end : {low, high}) data += 'M' + px(end.x - 3) + ' ' + px(end.y) + "h6";
        data += 'M' + place(low) + 'L' + place(high);
    }
    page.add_path(data, style.colour, 1);
}

// A line with two short ones at its end.
std::string arrow(const Spot& from, const Spot& to) {
    const double across = to.x - from.x;
    const double down = to.y - from.y;
    const double length = std::sqrt(across * across + down * down);
    std::string data = 'M' + place(from) + 'L' + place(to);
    if (length < 1) return data;
    const double head = std::min(8.0, length / 2);
    for (const double side : {-0.4, 0.4}) {
        const Spot barb{to.x - head * (across - side * down) / length,
                        to.y - head * (down + side * across) / length};
        data += 'M' + place(to) + 'L' + place(barb);
    }
    return data;
}

void draw_arrows(SvgPage& page, const std::vector<Run>& all, const Style& style) {
    std::string data;
    for (const Run& run : all) {
        for (std::size_t i = 0; i + 1 < run.size(); i += 2) data += arrow(run[i], run[i + 1]);
    }
    page.add_path(data, style.colour, style.width, style.attributes);
}

void draw_circles(SvgPage& page, const std::vector<Run>& all, const Style& style) {
    std::string data;
    for (const Run& run : all) {
        for (const Spot& spot : run)
            data += 'M' + px(spot.x - 5) + ' ' + px(spot.y) + "a5 5 0 1 0 10 0a5 5 0 1 0 -10 0";
    }
    page.add_path(data, style.colour, style.width);
}

// Next to their points, on the side with more room, and only inside the plot.
void draw_labels(SvgPage& page, const PlotArea& area, const Series& series, const std::vector<bool>& shown) {
    if (series.labels.empty()) return;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (!shown[i] || series.labels[i].empty()) continue;
        const Spot spot = spot_at(area, x_of(series, i), series.y[i]);
        const double right = area.left + area.width;
        const double bottom = area.top + area.height;
        if (spot.x < area.left || spot.x > right || spot.y < area.top || spot.y > bottom) continue;
        const bool turns = spot.x + 7 + text_width(series.labels[i], 12) > right;
        page.add(SvgText{.x = spot.x + (turns ? -7 : 7),
                         .y = spot.y < area.top + 16 ? spot.y + 13 : spot.y - 5,
                         .text = series.labels[i],
                         .anchor = turns ? Anchor::end : Anchor::start,
                         .colour = "#111",
                         .halo = true});
    }
}

void draw_layer(SvgPage& page, const PlotArea& area, const RasterLayer& layer) {
    const Spot low = spot_at(area, layer.x.low, layer.y.low);
    const Spot high = spot_at(area, layer.x.high, layer.y.high);
    const bool is_opaque = std::all_of(layer.raster.palette.begin(), layer.raster.palette.end(),
                                       [](const Colour& colour) { return colour.alpha == 255; });
    page.add(std::string{"<image"} + (is_opaque ? "" : R"( class="points")") + " x=\"" + px(low.x) +
             "\" y=\"" + px(high.y) + "\" width=\"" + px(high.x - low.x) + "\" height=\"" +
             px(low.y - high.y) + R"(" preserveAspectRatio="none" image-rendering=")" +
             (static_cast<double>(layer.raster.column_count) * 2 < high.x - low.x ? "pixelated" : "auto") +
             R"(" href="data:image/png;base64,)" + to_base64(to_png(layer.raster)) + "\"/>\n");
}

void draw_points_and_lines(SvgPage& page, const Series& series, const std::vector<Run>& stretches,
                           const Style& style) {
    switch (series.mark) {
        case Mark::points:
            return draw_points(page, stretches, style.colour, style.width);
        case Mark::arrows:
            return draw_arrows(page, stretches, style);
        case Mark::circles:
            return draw_circles(page, stretches, style);
        case Mark::line:
        case Mark::dashed:
        case Mark::reference:
            return draw_line(page, stretches, style);
    }
}

std::string clip_start(const PlotArea& area) {
    const std::string box = px(area.left) + ' ' + px(area.top) + ' ' + px(area.width) + ' ' + px(area.height);
    return "<svg x=\"" + px(area.left) + "\" y=\"" + px(area.top) + "\" width=\"" + px(area.width) +
           "\" height=\"" + px(area.height) + "\" viewBox=\"" + box + "\">\n";
}

}  // namespace

void draw_marks(SvgPage& page, const PlotArea& area, const Chart& chart, const Survey& found,
                const std::vector<Style>& all) {
    const bool is_cut = chart.x.range || chart.y.range;
    if (is_cut) page.add(clip_start(area));
    for (const RasterLayer& layer : chart.layers) draw_layer(page, area, layer);
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Series& series = chart.series[i];
        if (series.mark == Mark::points) {
            draw_bars(page, area, series, found.bands[i], all[i]);
        } else {
            draw_band(page, area, series, found.bands[i], all[i]);
        }
    }
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Series& series = chart.series[i];
        draw_points_and_lines(page, series, runs(area, series, series.y, found.points[i]), all[i]);
    }
    if (is_cut) page.add("</svg>\n");
    for (std::size_t i = 0; i < chart.series.size(); ++i)
        draw_labels(page, area, chart.series[i], found.points[i]);
}

}  // namespace drover
