#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace drover {

/// zlib data (RFC 1950) that hold these bytes, compressed as far as zlib can. The compressed bytes depend on
/// the version of zlib, their contents do not.
std::string deflate_zlib(std::string_view data);

/// The CRC-32 of gzip and PNG.
std::uint32_t checksum_crc32(std::string_view data);

/// RFC 4648 with padding, in one line, for data: URLs.
std::string to_base64(std::string_view data);

}  // namespace drover
