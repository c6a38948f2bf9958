#include <array>

#include <drover/core/check.hpp>

#include "raster.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;

void describe(OptionList& list, RasterOptions& options) {
    list.file("--png", options.png, "File for the image alone, 1000 pixels wide").written();
    list.text("--zoom", options.zoom, "Part of the picture to show").typed("x0,x1,y0,y1");
}

std::optional<PlaneWindow> zoom_of(const RasterOptions& options) {
    if (options.zoom.empty()) return std::nullopt;
    std::array<double, 4> ends{};
    std::string rest = options.zoom;
    for (std::size_t k = 0; k < ends.size(); ++k) {
        const std::size_t comma = rest.find(',');
        check_input((comma == std::string::npos) == (k + 1 == ends.size()),
                    [&] { return "--zoom: expected four numbers x0,x1,y0,y1, got " + quoted(options.zoom); });
        ends[k] = option_number("--zoom", rest.substr(0, comma)).to_double();
        rest = comma == std::string::npos ? "" : rest.substr(comma + 1);
    }
    check_input(ends[0] < ends[1] && ends[2] < ends[3],
                [&] { return "--zoom: expected x0 below x1 and y0 below y1, got " + quoted(options.zoom); });
    return PlaneWindow{ends[0], ends[1], ends[2], ends[3]};
}

bool is_wanted(const Options& dynamics, const RasterOptions& options) {
    return !dynamics.svg.empty() || !options.png.empty();
}

namespace {

// A line of pixels is a band that can be seen.
Raster as_band(Raster raster) {
    constexpr std::size_t band_rows = 100;
    if (raster.row_count() != 1) return raster;
    const std::vector<std::uint8_t> line = raster.pixels;
    for (std::size_t row = 1; row < band_rows; ++row)
        raster.pixels.insert(raster.pixels.end(), line.begin(), line.end());
    return raster;
}

}  // namespace

void write_image(const RasterOptions& options, Streams& streams, const Raster& raster) {
    if (options.png.empty()) return;
    throw_if_interrupted();
    write_output(options.png, streams.out,
                 [&](std::ostream& out) { write_png(out, as_band(on_white(raster))); });
}

}  // namespace drover::cli::dynamics
