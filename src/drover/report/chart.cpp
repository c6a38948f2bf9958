#include <algorithm>
#include <array>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/report/chart.hpp>
#include <drover/report/frame_detail.hpp>

namespace drover {
namespace {

struct Spot {
    double x = 0;
    double y = 0;
};

// Coordinates of a series without gaps.
using Run = std::vector<Spot>;

double x_of(const Series& series, std::size_t i) {
    return series.x.empty() ? static_cast<double>(i + 1) : series.x[i];
}

void check_lengths(const Series& series) {
    const auto check = [&](const char* name, const std::vector<double>& values, bool may_be_empty) {
        check_input(values.size() == series.y.size() || (may_be_empty && values.empty()), [&] {
            return "Chart: series " + quoted(series.name) + ": " + name + " (" +
                   std::to_string(values.size()) + ") and y (" + std::to_string(series.y.size()) +
                   ") must have the same size";
        });
    };
    check("x", series.x, true);
    check("low", series.low, series.high.empty());
    check("high", series.high, series.low.empty());
}

// Which points and band edges of a series are drawn, and the ranges they need.
struct Survey {
    ValueRange x;
    ValueRange y;
    LeftOut left_out;
    std::vector<std::vector<bool>> points;  // a series, a point
    std::vector<std::vector<bool>> bands;
};

bool both_drawable(double a, Scale a_scale, double b, Scale b_scale, LeftOut& left_out) {
    return drawable(a, a_scale, left_out) && drawable(b, b_scale, left_out);
}

void survey_series(const Chart& chart, const Series& series, Survey& found) {
    std::vector<bool> points(series.y.size());
    std::vector<bool> bands(series.low.size());
    for (std::size_t i = 0; i < series.y.size(); ++i) {
        const double x = x_of(series, i);
        points[i] = both_drawable(x, chart.x.scale, series.y[i], chart.y.scale, found.left_out);
        if (!points[i]) continue;
        found.x.include(x);
        found.y.include(series.y[i]);
        if (bands.empty()) continue;
        bands[i] = both_drawable(series.low[i], chart.y.scale, series.high[i], chart.y.scale, found.left_out);
        if (!bands[i]) continue;
        found.y.include(series.low[i]);
        found.y.include(series.high[i]);
    }
    found.points.push_back(std::move(points));
    found.bands.push_back(std::move(bands));
}

void include_all(const Axis& axis, ValueRange& range, LeftOut& left_out) {
    for (const double value : axis.include) {
        if (drawable(value, axis.scale, left_out)) range.include(value);
    }
}

Survey survey(const Chart& chart) {
    Survey found;
    for (const Series& series : chart.series) {
        check_lengths(series);
        survey_series(chart, series, found);
    }
    include_all(chart.x, found.x, found.left_out);
    include_all(chart.y, found.y, found.left_out);
    return found;
}

struct Style {
    std::string colour;
    std::string attributes;
    double width = 2;
};

Style reference_style(std::size_t n) {
    constexpr std::array<const char*, 3> dashes{"7 4", "2 3", "9 3 2 3"};
    return {"#777", std::string{" stroke-dasharray=\""} + dashes[n % dashes.size()] + '"', 1.25};
}

// Colours come round after seven series; the lines of the second round are dashed.
std::vector<Style> styles(const Chart& chart) {
    std::vector<Style> all;
    std::size_t reference_count = 0;
    std::size_t n = 0;
    for (const Series& series : chart.series) {
        if (series.mark == Mark::reference) {
            all.push_back(reference_style(reference_count++));
            continue;
        }
        Style style{series_colour(n), R"( stroke-linejoin="round" stroke-linecap="round")", 1.75};
        if (series.mark == Mark::dashed || n >= 7) style.attributes = R"( stroke-dasharray="6 4")";
        if (series.mark == Mark::points) style.width = series.y.size() <= 100 ? 5 : 3;
        all.push_back(std::move(style));
        ++n;
    }
    return all;
}

std::vector<LegendItem> legend(const Chart& chart, const std::vector<Style>& all) {
    std::vector<LegendItem> items;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Series& series = chart.series[i];
        if (series.name.empty()) continue;
        const Swatch swatch = series.mark == Mark::points ? Swatch::dots : Swatch::line;
        items.push_back({series.name, swatch, all[i].colour, all[i].attributes});
    }
    return items;
}

PlotArea lay_out_area(const Chart& chart, const FrameText& text, const Survey& found, double top) {
    PlotArea area;
    area.top = top;
    area.height = chart.height - top - plain_tick_strip - footer_height(text);
    area.y = lay_out("Chart: y", chart.y.scale, found.y, area.height, Direction::upward);
    area.left = left_margin(text, area.y);
    fit_x_axis("Chart", area, chart.x.scale, found.x, chart.width);
    return area;
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
            found.back().push_back({area.x_at(x_of(series, i)), area.y_at(y[i])});
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

// One path of dots, each place once.
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

void draw_series(SvgPage& page, const PlotArea& area, const Chart& chart, const Survey& found,
                 const std::vector<Style>& all) {
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        draw_band(page, area, chart.series[i], found.bands[i], all[i]);
    }
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Series& series = chart.series[i];
        const auto stretches = runs(area, series, series.y, found.points[i]);
        if (series.mark == Mark::points) {
            draw_points(page, stretches, all[i].colour, all[i].width);
        } else {
            draw_line(page, stretches, all[i]);
        }
    }
}

}  // namespace

void write_svg(std::ostream& out, const Chart& chart, SvgForm form) {
    check_size("Chart", chart.width, chart.height);
    const Survey found = survey(chart);
    const auto all = styles(chart);
    const FrameText text{chart.title, chart.x.label, chart.y.label, legend(chart, all), note(found.left_out)};
    SvgPage page;
    const PlotArea area = lay_out_area(chart, text, found, draw_header(page, text, chart.width));
    draw_x_ticks(page, area);
    draw_y_ticks(page, area);
    draw_series(page, area, chart, found, all);
    draw_outline(page, area);
    draw_names(page, text, area, plain_tick_strip);
    const bool nothing = std::none_of(found.points.begin(), found.points.end(), [](const auto& points) {
        return std::find(points.begin(), points.end(), true) != points.end();
    });
    if (nothing) draw_no_data(page, area, found.left_out);
    page.write(out, chart.title, chart.width, chart.height, form);
}

}  // namespace drover
