#include <algorithm>
#include <cmath>

#include <drover/core/number_text.hpp>
#include <drover/dynamics/map_figure.hpp>

namespace drover::dynamics {
namespace {

struct Shades {
    double low = 0;
    double high = 1;
    std::string note;
};

double shade_of(MapQuantity quantity, double value) {
    return quantity == MapQuantity::period ? std::log2(value) : value;
}

// From the fewest turns to the most: tongues differ by little.
Shades turn_shades(const ParameterMap& map) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (const double value : map.values) {
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (!(high > low)) return {.low = 0, .high = 1, .note = "Dark to bright: 0 to 1 turns a step"};
    return {.low = low,
            .high = high,
            .note = "Dark to bright: " + rounded(low, 3) + " to " + rounded(high, 3) + " turns a step"};
}

Shades shades_of(const ParameterMap& map, const ParameterMapOptions& options) {
    switch (options.quantity) {
        case MapQuantity::period:
            return {.low = 0,
                    .high = std::max(1.0, std::log2(static_cast<double>(options.max_period))),
                    .note = "Dark to bright: periods 1 to " + std::to_string(options.max_period) +
                            "; grey: no cycle up to there"};
        case MapQuantity::rotation:
            return turn_shades(map);
        case MapQuantity::exponent:
            break;
    }
    double most = 1e-9;
    for (const double value : map.values) {
        if (std::isfinite(value) && value > most) most = value;
    }
    return {.low = -most,
            .high = most,
            .note = "White: exponent 0; purple above, up to " + rounded(most, 3) + "; orange below, cut at " +
                    rounded(-most, 3)};
}

std::string title_of(MapQuantity quantity) {
    if (quantity == MapQuantity::period) return "Period";
    return quantity == MapQuantity::rotation ? "Turns a step" : "Lyapunov exponent";
}

}  // namespace

MapFigure map_figure(const ParameterMap& map, const ParameterMapOptions& options) {
    const Shades shades = shades_of(map, options);
    const bool has_sign = options.quantity == MapQuantity::exponent;
    Raster raster{.column_count = options.column_count,
                  .pixels = {},
                  .palette = colour_ramp(has_sign ? Colours::orange_purple : Colours::viridis)};
    const std::size_t none = raster.palette.size() - 1;
    raster.palette[none] = {.red = 160, .green = 160, .blue = 160, .alpha = 255};
    for (const double value : map.values) {
        const bool has_value = !std::isnan(value) && (options.quantity != MapQuantity::period || value > 0);
        const double at = (shade_of(options.quantity, value) - shades.low) / (shades.high - shades.low);
        const double step = has_value ? std::clamp(at, 0.0, 1.0) * static_cast<double>(none - 1) : 0;
        raster.pixels.push_back(
            static_cast<std::uint8_t>(has_value ? static_cast<std::size_t>(std::lround(step)) : none));
    }
    return {.raster = std::move(raster), .note = shades.note};
}

Chart map_chart(const MapFigure& figure, const ParameterMapOptions& options, const std::string& across,
                const std::string& upward) {
    const AxisRange x{options.varied[0].low, options.varied[0].high};
    const AxisRange y{options.varied[1].low, options.varied[1].high};
    Chart chart{.title = title_of(options.quantity) + " of herding at a temperature",
                .x = {.label = across, .range = x},
                .y = {.label = upward, .range = y},
                .note = figure.note,
                .width = 640,
                .height = 680};
    chart.layers.push_back({.raster = figure.raster, .x = x, .y = y});
    return chart;
}

}  // namespace drover::dynamics
