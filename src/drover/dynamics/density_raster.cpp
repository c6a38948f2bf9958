#include <algorithm>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/dynamics/density_raster.hpp>
#include <drover/plot/impl/axis.hpp>

namespace drover::dynamics {
namespace {

constexpr std::size_t most_colours = 250;
constexpr double faintest = 110;  // of 255: a single point

Colour shade(const std::string& colour, double density) {
    Colour shaded = parse_colour(colour);
    shaded.alpha = static_cast<std::uint8_t>(std::lround(faintest + (255 - faintest) * density));
    return shaded;
}

// Rare colours are drawn larger, to be visible: cells of a colour that are less than one in a
// hundred, or in two thousand.
std::size_t reach_of(std::size_t occupied, std::size_t cell_count) {
    return occupied * 2'000 < cell_count ? 3 : occupied * 100 < cell_count ? 1 : 0;
}

// Spreads the pixels to empty ones around them, as far as the reach of their colour.
void enlarge(Raster& raster, const PointDensity& density, std::size_t colour_count) {
    std::vector<std::size_t> occupied(colour_count);
    for (std::size_t cell = 0; cell < density.counts().size(); ++cell) {
        if (density.counts()[cell] > 0) ++occupied[density.kinds()[cell] % colour_count];
    }
    const std::vector<std::uint8_t> before = raster.pixels;
    const std::size_t columns = density.column_count();
    for (std::size_t cell = 0; cell < before.size(); ++cell) {
        if (before[cell] == 0) continue;
        const std::size_t reach = reach_of(occupied[density.kinds()[cell] % colour_count], before.size());
        const std::size_t row = cell / columns;
        const std::size_t column = cell % columns;
        for (std::size_t r = row - std::min(row, reach); r <= std::min(row + reach, density.row_count() - 1);
             ++r) {
            for (std::size_t c = column - std::min(column, reach); c <= std::min(column + reach, columns - 1);
                 ++c) {
                std::uint8_t& pixel = raster.pixels[r * columns + c];
                if (before[r * columns + c] == 0) pixel = std::max(pixel, before[cell]);
            }
        }
    }
}

}  // namespace

Raster density_raster(const PointDensity& density, const std::vector<std::string>& colours) {
    check_input(!colours.empty() && colours.size() <= most_colours, [&] {
        return Problem{
            Fault::range, {.function = "density_raster"}, "1 to 250 colours", std::to_string(colours.size())};
    });
    const std::size_t level_count = most_colours / colours.size();
    Raster raster{.column_count = density.column_count(), .palette = {{255, 255, 255, 0}}};
    for (const std::string& colour : colours) {
        for (std::size_t level = 0; level < level_count; ++level)
            raster.palette.push_back(shade(
                colour,
                level_count == 1 ? 1 : static_cast<double>(level) / static_cast<double>(level_count - 1)));
    }
    const std::uint32_t highest = *std::max_element(density.counts().begin(), density.counts().end());
    const double widest = highest > 1 ? portable_log10(highest) : 1;
    for (std::size_t cell = 0; cell < density.counts().size(); ++cell) {
        const std::uint32_t count = density.counts()[cell];
        const double share = count > 0 ? portable_log10(count) / widest : 0;
        const auto level =
            static_cast<std::size_t>(std::lround(share * static_cast<double>(level_count - 1)));
        const std::size_t colour = density.kinds()[cell] % colours.size();
        raster.pixels.push_back(count == 0 ? std::uint8_t{0}
                                           : static_cast<std::uint8_t>(1 + colour * level_count + level));
    }
    if (density.row_count() > 1) enlarge(raster, density, colours.size());
    return raster;
}

std::vector<std::string> state_colours(std::size_t state_count) {
    std::vector<std::string> colours;
    for (std::size_t s = 0; s < std::min<std::size_t>(state_count, 7); ++s)
        colours.push_back(s == 6 ? "#999999" : series_colour(s));
    return colours;
}

Chart density_chart(const PointDensity& density, const std::vector<std::string>& colours) {
    const PlaneWindow& window = density.window();
    const AxisRange x{window.left, window.right};
    const AxisRange y{window.bottom, window.top};
    return {.x = {.range = x},
            .y = {.range = y},
            .layers = {{.raster = density_raster(density, colours), .x = x, .y = y}}};
}

}  // namespace drover::dynamics
