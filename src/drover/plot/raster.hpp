#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include <drover/plot/colours.hpp>

namespace drover {

/// A picture of pixels, row 0 at the top; a pixel is the number of a colour of the palette.
struct Raster {
    std::size_t column_count = 0;
    std::vector<std::uint8_t> pixels = {};  // row after row
    std::vector<Colour> palette = {};       // at most 256

    std::size_t row_count() const { return column_count == 0 ? 0 : pixels.size() / column_count; }
};

/// 256 colours from one end to the other.
std::vector<Colour> colour_ramp(Colours colours);

/// The pixels on a white background, all opaque.
Raster on_white(Raster raster);

/// A PNG file with a palette, not interlaced. The pixels are the same everywhere, the bytes for the same
/// version of zlib. Throws InputError without pixels or with an incomplete last row, for more than 2^28
/// pixels or 2^16 columns or rows, and for a palette that is empty, has more than 256 colours, or lacks the
/// colour of a pixel.
std::string to_png(const Raster& raster);
void write_png(std::ostream& out, const Raster& raster);

}  // namespace drover
