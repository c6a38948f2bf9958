#include <algorithm>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/plot/impl/deflate.hpp>
#include <drover/plot/raster.hpp>

namespace drover {
namespace {

void check_raster(const Raster& raster) {
    constexpr std::size_t longest = std::size_t{1} << 16U;
    constexpr std::size_t most = std::size_t{1} << 28U;
    const std::size_t size = raster.pixels.size();
    check_input(raster.column_count > 0 && size > 0 && size % raster.column_count == 0, [&] {
        return Problem{Fault::range,
                       {.key = "Raster"},
                       "complete rows of " + std::to_string(raster.column_count) + " pixels",
                       std::to_string(size) + " pixels"};
    });
    check_input(raster.column_count <= longest && raster.row_count() <= longest && size <= most, [&] {
        return Problem{Fault::range,
                       {.key = "Raster"},
                       "at most 2^16 columns and rows and 2^28 pixels",
                       std::to_string(raster.column_count) + " x " + std::to_string(raster.row_count())};
    });
    check_input(!raster.palette.empty() && raster.palette.size() <= 256, [&] {
        return Problem{Fault::range,
                       {.key = "Raster"},
                       "a palette of 1 to 256 colours",
                       std::to_string(raster.palette.size())};
    });
    const std::uint8_t highest = *std::max_element(raster.pixels.begin(), raster.pixels.end());
    check_input(highest < raster.palette.size(), [&] {
        return Problem{.fault = Fault::other,
                       .place = {.key = "Raster"},
                       .text = "a pixel has colour number " + std::to_string(highest) +
                               ", but the palette has only " + std::to_string(raster.palette.size()) +
                               " colours"};
    });
}

void append_byte(std::string& text, std::uint8_t byte) { text += static_cast<char>(byte); }

// Most significant byte first, as everywhere in PNG.
std::string four_bytes(std::size_t number) {
    std::string text;
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        append_byte(text, static_cast<std::uint8_t>(number >> shift & 255U));
    return text;
}

std::string chunk(std::string kind, const std::string& data) {
    const std::string body = std::move(kind) + data;
    return four_bytes(data.size()) + body + four_bytes(checksum_crc32(body));
}

std::string header(const Raster& raster) {
    std::string data = four_bytes(raster.column_count) + four_bytes(raster.row_count());
    // 8 bits, a palette, deflate, filters by row, not interlaced.
    for (const unsigned byte : {8U, 3U, 0U, 0U, 0U}) append_byte(data, static_cast<std::uint8_t>(byte));
    return chunk("IHDR", data);
}

std::string palette(const Raster& raster) {
    std::string colours;
    std::string alphas;
    for (const Colour& colour : raster.palette) {
        for (const std::uint8_t channel : {colour.red, colour.green, colour.blue})
            append_byte(colours, channel);
        append_byte(alphas, colour.alpha);
    }
    const bool is_opaque = alphas.find_first_not_of('\xFF') == std::string::npos;
    return chunk("PLTE", colours) + (is_opaque ? "" : chunk("tRNS", alphas));
}

// Each row begins with its filter: none, the best one for palettes.
std::string rows(const Raster& raster) {
    std::string data;
    data.reserve(raster.pixels.size() + raster.row_count());
    for (std::size_t at = 0; at < raster.pixels.size(); at += raster.column_count) {
        append_byte(data, 0);
        data.append(reinterpret_cast<const char*>(raster.pixels.data()) + at, raster.column_count);
    }
    return chunk("IDAT", deflate_zlib(data));
}

}  // namespace

std::vector<Colour> colour_ramp(Colours colours) {
    std::vector<Colour> ramp;
    for (int level = 0; level < 256; ++level) ramp.push_back(colour_at(colours, level / 255.0));
    return ramp;
}

Raster on_white(Raster raster) {
    for (Colour& colour : raster.palette) {
        const unsigned alpha = colour.alpha;
        const auto mixed = [&](unsigned channel) {
            return static_cast<std::uint8_t>((channel * alpha + 255U * (255U - alpha) + 127U) / 255U);
        };
        colour = {mixed(colour.red), mixed(colour.green), mixed(colour.blue)};
    }
    return raster;
}

std::string to_png(const Raster& raster) {
    check_raster(raster);
    return "\x89PNG\r\n\x1A\n" + header(raster) + palette(raster) + rows(raster) + chunk("IEND", "");
}

void write_png(std::ostream& out, const Raster& raster) {
    const std::string png = to_png(raster);
    out.write(png.data(), static_cast<std::streamsize>(png.size()));
}

}  // namespace drover
