#pragma once

#include <gtest/gtest.h>

#include <string>

#include <zlib.h>

namespace drover {

/// One gzip member that holds `text`.
inline std::string gzip_text(std::string text) {
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string data(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(data.data());
    stream.avail_out = static_cast<uInt>(data.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    data.resize(stream.total_out);
    deflateEnd(&stream);
    return data;
}

}  // namespace drover
