#include <algorithm>
#include <array>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/plot/impl/chart_marks.hpp>

namespace drover {
namespace {

void check_lengths(const Series& series) {
    const auto check = [&](const char* name, const std::vector<double>& values, bool may_be_empty) {
        check_input(values.size() == series.y.size() || (may_be_empty && values.empty()), [&] {
            return Problem{.fault = Fault::range,
                           .place = {.key = "Chart"},
                           .text = "series " + quoted(series.name) + ": " + name + " (" +
                                   std::to_string(values.size()) + ") and y (" +
                                   std::to_string(series.y.size()) + ") must have the same size"};
        });
    };
    check("x", series.x, true);
    check("low", series.low, series.high.empty());
    check("high", series.high, series.low.empty());
    check_input(series.labels.empty() || series.labels.size() == series.y.size(), [&] {
        return Problem{.fault = Fault::range,
                       .place = {.key = "Chart"},
                       .text = "series " + quoted(series.name) + ": labels (" +
                               std::to_string(series.labels.size()) + ") and y (" +
                               std::to_string(series.y.size()) + ") must have the same size"};
    });
}

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
    for (const RasterLayer& layer : chart.layers) {
        for (const double x : {layer.x.low, layer.x.high}) found.x.include(x);
        for (const double y : {layer.y.low, layer.y.high}) found.y.include(y);
    }
    for (const Series& series : chart.series) {
        check_lengths(series);
        survey_series(chart, series, found);
    }
    include_all(chart.x, found.x, found.left_out);
    include_all(chart.y, found.y, found.left_out);
    return found;
}

Style reference_style(std::size_t n) {
    constexpr std::array<const char*, 3> dashes{"7 4", "2 3", "9 3 2 3"};
    return {"#777", std::string{" stroke-dasharray=\""} + dashes[n % dashes.size()] + '"', 1.25};
}

// Colours repeat after seven series; the lines of the second round are dashed.
std::vector<Style> styles(const Chart& chart) {
    std::vector<std::string> asked;
    for (const Series& series : chart.series) {
        if (series.mark != Mark::reference) asked.push_back(series.colour);
    }
    const std::vector<std::string> colours = series_colours(asked);
    std::vector<Style> all;
    std::size_t reference_count = 0;  // named references; unnamed ones look like the one before
    std::size_t free_count = 0;       // series without a colour of their own
    std::size_t n = 0;
    for (const Series& series : chart.series) {
        if (series.mark == Mark::reference) {
            if (!series.name.empty()) ++reference_count;
            all.push_back(reference_style(reference_count == 0 ? 0 : reference_count - 1));
            continue;
        }
        const bool is_later = series.colour.empty() && ++free_count > 7;
        Style style{colours[n], R"( stroke-linejoin="round" stroke-linecap="round")", 1.75};
        if (series.mark == Mark::dashed || is_later) style.attributes = R"( stroke-dasharray="6 4")";
        if (series.mark == Mark::points) style.width = series.y.size() <= 100 ? 5 : 3;
        all.push_back(std::move(style));
        ++n;
    }
    return all;
}

Swatch swatch_of(Mark mark) {
    if (mark == Mark::points) return Swatch::dots;
    return mark == Mark::circles ? Swatch::ring : Swatch::line;
}

std::vector<LegendItem> legend(const Chart& chart, const std::vector<Style>& all) {
    std::vector<LegendItem> items;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Series& series = chart.series[i];
        if (!series.name.empty())
            items.push_back({series.name, swatch_of(series.mark), all[i].colour, all[i].attributes});
    }
    return items;
}

// One unit has the same length on both axes: the longer side of the plot is shortened.
void make_scales_equal(PlotArea& area) {
    const double across = area.width / (area.x.high - area.x.low);
    const double upward = area.height / (area.y.high - area.y.low);
    const double width = area.width * std::min(1.0, upward / across);
    area.name_at += (area.width - width) / 2;
    area.left += (area.width - width) / 2;
    area.width = width;
    area.height *= std::min(1.0, across / upward);
}

PlotArea lay_out_area(const Chart& chart, const FrameText& text, const Survey& found, double top) {
    PlotArea area;
    area.top = top;
    area.height = chart.height - top - plain_tick_strip - footer_height(text);
    area.y = lay_out_axis("Chart: y", chart.y, found.y, area.height, Direction::upward);
    area.left = std::max(chart.left, left_margin(text, area.y));
    fit_x_axis("Chart", area, chart.x, found.x, chart.width);
    if (chart.equal_scales) make_scales_equal(area);
    return area;
}

std::string joined_notes(const std::string& first, const std::string& second) {
    return first.empty() || second.empty() ? first + second : first + ". " + second;
}

}  // namespace

void write_svg(std::ostream& out, const Chart& chart, SvgForm form) {
    check_size("Chart", chart.width, chart.height);
    const Survey found = survey(chart);
    const auto all = styles(chart);
    const FrameText text{chart.title, chart.x.label, chart.y.label, legend(chart, all),
                         joined_notes(chart.note, note(found.left_out))};
    SvgPage page;
    const PlotArea area = lay_out_area(chart, text, found, draw_header(page, text, chart.width));
    draw_x_ticks(page, area);
    draw_y_ticks(page, area);
    draw_marks(page, area, chart, found, all);
    draw_outline(page, area);
    draw_names(page, text, area, plain_tick_strip);
    const bool nothing = std::none_of(found.points.begin(), found.points.end(), [](const auto& points) {
        return std::find(points.begin(), points.end(), true) != points.end();
    });
    if (nothing && chart.layers.empty()) draw_no_data(page, area, found.left_out);
    page.write(out, chart.title, chart.width, chart.height, form);
}

}  // namespace drover
