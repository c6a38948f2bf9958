#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/plot/colours.hpp>

namespace drover {
namespace {

using Rgb = std::array<double, 3>;
using Anchors = std::array<Rgb, 9>;

constexpr Anchors viridis{{{68, 1, 84},
                           {71, 45, 123},
                           {59, 82, 139},
                           {44, 114, 142},
                           {33, 145, 140},
                           {40, 174, 128},
                           {94, 201, 98},
                           {173, 220, 48},
                           {253, 231, 37}}};
constexpr Anchors orange_purple{{{179, 88, 6},
                                 {224, 130, 20},
                                 {253, 184, 99},
                                 {254, 224, 182},
                                 {247, 247, 247},
                                 {216, 218, 235},
                                 {178, 171, 210},
                                 {128, 115, 172},
                                 {84, 39, 136}}};

// Methods shown side by side have different colours; the longer name comes first.
constexpr std::array<std::pair<std::string_view, std::string_view>, 25> methods{{
    {"data", "#000000"},
    {"published", "#999999"},
    {"ours", "#0072b2"},
    {"herding, closest", "#56b4e9"},
    {"herding", "#0072b2"},
    {"H.XXX exact", "#cc79a7"},
    {"H.XXX", "#56b4e9"},
    {"H.XX exact", "#004c7a"},
    {"H.XX", "#0072b2"},
    {"CH", "#0072b2"},
    {"HR", "#004c7a"},
    {"H", "#0072b2"},
    {"SH", "#56b4e9"},
    {"CD", "#009e73"},
    {"PCD", "#66c2a5"},
    {"1NN", "#e69f00"},
    {"MLR", "#cc79a7"},
    {"PL, l2 100", "#66c2a5"},
    {"PL", "#009e73"},
    {"dRBM", "#009e73"},
    {"MARG", "#e69f00"},
    {"independent draws", "#e69f00"},
    {"VP", "#cc79a7"},
    {"Gibbs", "#cc79a7"},
    {"Swendsen-Wang", "#d55e00"},
}};

constexpr std::size_t palette_size = 7;
constexpr std::string_view hex_digits = "0123456789abcdef";

void append(std::string& text, std::uint8_t channel) {
    text += hex_digits[channel / 16U];
    text += hex_digits[channel % 16U];
}

}  // namespace

Colour colour_at(Colours colours, double at) {
    const Anchors& anchors = colours == Colours::viridis ? viridis : orange_purple;
    const double along = std::clamp(at, 0.0, 1.0) * 8;
    const std::size_t i = std::min(static_cast<std::size_t>(along), std::size_t{7});
    const auto mixed = [&](std::size_t c) {
        const double channel =
            anchors[i][c] + (anchors[i + 1][c] - anchors[i][c]) * (along - static_cast<double>(i));
        return static_cast<std::uint8_t>(std::lround(channel));
    };
    return {mixed(0), mixed(1), mixed(2)};
}

std::string hex(const Colour& colour) {
    std::string text = "#";
    for (const std::uint8_t channel : {colour.red, colour.green, colour.blue}) append(text, channel);
    return text;
}

Colour parse_colour(std::string_view hex) {
    const bool sound = hex.size() == 7 && hex.front() == '#' &&
                       hex.find_first_not_of(hex_digits, 1) == std::string_view::npos;
    check_input(sound, [&] {
        return Problem{Fault::range,
                       {.function = "parse_colour"},
                       "# and six hexadecimal digits",
                       quoted(std::string{hex})};
    });
    const auto channel = [&](std::size_t at) {
        return static_cast<std::uint8_t>(16 * hex_digits.find(hex[at]) + hex_digits.find(hex[at + 1]));
    };
    return {channel(1), channel(3), channel(5)};
}

std::string series_colour(std::size_t n) {
    constexpr std::array<std::string_view, palette_size> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                                 "#e69f00", "#56b4e9", "#000000"};
    return std::string{colours[n % colours.size()]};
}

std::vector<std::string> series_colours(const std::vector<std::string>& asked) {
    std::vector<std::string> free;
    for (std::size_t n = 0; n < palette_size; ++n) {
        if (std::find(asked.begin(), asked.end(), series_colour(n)) == asked.end())
            free.push_back(series_colour(n));
    }
    if (free.empty()) free.push_back(series_colour(0));
    std::vector<std::string> given;
    std::size_t next = 0;
    for (const std::string& colour : asked)
        given.push_back(colour.empty() ? free[next++ % free.size()] : colour);
    return given;
}

std::string method_colour(std::string_view name) {
    for (const auto& [method, colour] : methods) {
        if (!name.starts_with(method)) continue;
        if (name.size() == method.size() ||
            std::string_view{" ,:"}.find(name[method.size()]) != std::string_view::npos)
            return std::string{colour};
    }
    return "";
}

}  // namespace drover
