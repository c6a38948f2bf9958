#include <algorithm>

#include <drover/neuron/figure.hpp>

namespace drover::neuron {
namespace {

constexpr std::size_t most_steps = 30;  // beyond that a coloured square
constexpr const char* rests_colour = "#0072b2";
constexpr const char* fires_colour = "#d55e00";
constexpr double left_of_steps = 66;  // pixels left of steps, so that those of two panels are aligned

// The map w -> w + rate - I(w > 0) over the weights there are, as two lines.
std::vector<Series> map_lines(double rate, double lowest, double highest) {
    std::vector<Series> lines;
    if (lowest <= 0) {
        const double end = std::min(highest, 0.0);
        lines.push_back({.name = "at rest: w + rate",
                         .x = {lowest, end},
                         .y = {lowest + rate, end + rate},
                         .colour = rests_colour});
    }
    if (highest > 0) {
        const double from = std::max(lowest, 0.0);
        lines.push_back({.name = "firing: w + rate - 1",
                         .x = {from, highest},
                         .y = {from + rate - 1, highest + rate - 1},
                         .colour = fires_colour});
    }
    return lines;
}

// Each step goes up or down to the map, then across to the diagonal.
Series cobweb(double start, const std::vector<double>& weights) {
    Series web{.name = "orbit", .x = {start}, .y = {start}};
    double before = start;
    for (const double w : weights) {
        web.x.insert(web.x.end(), {before, w});
        web.y.insert(web.y.end(), {w, w});
        before = w;
    }
    return web;
}

// rate - 1 < w <= rate: a weight in it stays there.
Series square(double rate) {
    const double low = rate - 1;
    return {.name = "the square from rate - 1 to rate",
            .x = {low, rate, rate, low, low},
            .y = {low, low, rate, rate, low},
            .mark = Mark::reference};
}

Chart map_chart(const Trace& trace, const std::vector<double>& weights) {
    double lowest = std::min(trace.start, trace.rate - 1);
    double highest = std::max(trace.start, trace.rate);
    for (const double w : weights) {
        lowest = std::min(lowest, w);
        highest = std::max(highest, w);
    }
    Chart chart{.title = "A neuron of rate " + trace.rate_name + ", the first " +
                         std::to_string(weights.size()) + " steps",
                .x = {.label = "weight before the step"},
                .y = {.label = "weight after it"},
                .series = map_lines(trace.rate, lowest, highest),
                .width = 560,
                .height = 580};
    chart.series.push_back(cobweb(trace.start, weights));
    chart.series.push_back(square(trace.rate));
    chart.series.push_back(
        {.name = "unchanged", .x = {lowest, highest}, .y = {lowest, highest}, .mark = Mark::reference});
    chart.series.push_back({.x = {trace.start},
                            .y = {trace.start},
                            .mark = Mark::circles,
                            .colour = "#000000",
                            .labels = {"start"}});
    return chart;
}

Chart weight_chart(const Trace& trace, const std::vector<double>& weights) {
    Chart chart{.title = "Weights: above 0 the neuron fires",
                .x = {.label = "step", .range = AxisRange{0.5, static_cast<double>(weights.size()) + 0.5}},
                .y = {.label = "weight before the step"},
                .left = left_of_steps,
                .width = 560,
                .height = 280};
    std::vector<double> before{trace.start};
    before.insert(before.end(), weights.begin(), weights.end() - (weights.empty() ? 0 : 1));
    chart.series.push_back(
        {.x = {0.5, static_cast<double>(before.size()) + 0.5}, .y = {0, 0}, .mark = Mark::reference});
    chart.series.push_back({.y = before, .colour = "#999"});
    for (const bool fires : {true, false}) {
        Series dots{.name = fires ? "fires: 1" : "rests: 0",
                    .mark = Mark::points,
                    .colour = fires ? fires_colour : rests_colour};
        for (std::size_t t = 0; t < before.size(); ++t) {
            if ((before[t] > 0) != fires) continue;
            dots.x.push_back(static_cast<double>(t + 1));
            dots.y.push_back(before[t]);
        }
        if (!dots.x.empty()) chart.series.push_back(std::move(dots));
    }
    return chart;
}

// One pixel per state, row by row; nothing where a sequence is shorter.
RasterLayer stripes(const std::vector<std::string>& sequences, std::size_t length) {
    RasterLayer layer{
        .raster = {.column_count = length, .palette = {{0, 0, 0}, {255, 255, 255}, {255, 255, 255, 0}}},
        .x = {0.5, static_cast<double>(length) + 0.5},
        .y = {0, static_cast<double>(sequences.size())}};
    for (const std::string& states : sequences) {
        for (std::size_t t = 0; t < length; ++t)
            layer.raster.pixels.push_back(t >= states.size() ? std::uint8_t{2}
                                                             : static_cast<std::uint8_t>(states[t] - '0'));
    }
    return layer;
}

Chart stripe_chart(const Trace& trace, std::size_t length) {
    const bool compares = !trace.compared.empty();
    Chart chart{.title = compares ? "States above, " + trace.compared_name + " below: white is 1, black 0"
                                  : "States: white is 1, black 0",
                .x = {.label = "step", .range = AxisRange{0.5, static_cast<double>(length) + 0.5}},
                .y = {.range = AxisRange{0, compares ? 2.0 : 1.0}, .has_labels = false},
                .left = left_of_steps,
                .width = 560,
                .height = compares ? 190.0 : 150.0};
    std::vector<std::string> shown{trace.states.substr(0, length)};
    if (compares) shown.push_back(trace.compared.substr(0, length));
    chart.layers.push_back(stripes(shown, length));
    if (compares)
        chart.series.push_back(
            {.x = {0.5, static_cast<double>(length) + 0.5}, .y = {1, 1}, .colour = "#999999"});
    return chart;
}

}  // namespace

Panels figure(const Trace& trace) {
    std::vector<double> weights = trace.weights;
    weights.resize(std::min(weights.size(), most_steps));
    Panels panels{.title = "A neuron of rate " + trace.rate_name, .charts = {map_chart(trace, weights)}};
    if (weights.empty()) return panels;
    panels.charts.emplace_back(weight_chart(trace, weights));
    panels.charts.emplace_back(stripe_chart(trace, std::min(most_steps, trace.states.size())));
    return panels;
}

std::string rabbit_sequence(std::size_t length) {
    std::string sequence = "1";
    while (sequence.size() < length) {
        std::string next;
        for (const char symbol : sequence) next += symbol == '1' ? "10" : "1";
        sequence = std::move(next);
    }
    return sequence.substr(0, length);
}

}  // namespace drover::neuron
