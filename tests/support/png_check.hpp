#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

#include <drover/plot/raster.hpp>

namespace drover {

inline std::size_t number_at(const std::string& bytes, std::size_t at) {
    std::size_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) number = number << 8U | static_cast<unsigned char>(bytes.at(at + i));
    return number;
}

/// Reads a PNG file with a palette, as this project writes it, and checks every length and checksum.
inline Raster decode_png(const std::string& png) {
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1A\n");
    Raster raster;
    std::size_t row_count = 0;
    std::string data;
    std::string last;
    for (std::size_t at = 8; at < png.size();) {
        const std::size_t length = number_at(png, at);
        last = png.substr(at + 4, 4);
        const std::string body = png.substr(at + 8, length);
        const auto sum =
            crc32(0, reinterpret_cast<const Bytef*>(png.data()) + at + 4, static_cast<uInt>(length + 4));
        EXPECT_EQ(number_at(png, at + 8 + length), sum) << last;
        at += length + 12;
        if (last == "IHDR") {
            raster.column_count = number_at(body, 0);
            row_count = number_at(body, 4);
            EXPECT_EQ(body.substr(8), std::string("\x08\x03\0\0\0", 5));
        } else if (last == "PLTE") {
            for (std::size_t k = 0; k + 2 < body.size(); k += 3)
                raster.palette.push_back({static_cast<std::uint8_t>(body[k]),
                                          static_cast<std::uint8_t>(body[k + 1]),
                                          static_cast<std::uint8_t>(body[k + 2])});
        } else if (last == "tRNS") {
            for (std::size_t k = 0; k < body.size(); ++k)
                raster.palette.at(k).alpha = static_cast<std::uint8_t>(body[k]);
        } else if (last == "IDAT") {
            data = body;
        }
    }
    EXPECT_EQ(last, "IEND");
    std::string rows((raster.column_count + 1) * row_count, '\0');
    auto room = static_cast<uLongf>(rows.size());
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(rows.data()), &room,
                         reinterpret_cast<const Bytef*>(data.data()), static_cast<uLong>(data.size())),
              Z_OK);
    EXPECT_EQ(room, rows.size());
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (at % (raster.column_count + 1) == 0) {
            EXPECT_EQ(rows[at], 0) << "filter";
        } else {
            raster.pixels.push_back(static_cast<std::uint8_t>(rows[at]));
        }
    }
    return raster;
}

}  // namespace drover
