#define ZLIB_CONST  // zlib then promises to leave the input as it is
#include <new>

#include <zlib.h>

#include <drover/core/check.hpp>
#include <drover/plot/impl/deflate.hpp>

namespace drover {
namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 30U;  // zlib counts in 32 bits

const Bytef* bytes(std::string_view data) { return reinterpret_cast<const Bytef*>(data.data()); }

}  // namespace

std::string deflate_zlib(std::string_view data) {
    check_input(data.size() <= most_at_once, [&] {
        return Problem{
            Fault::range, {.function = "deflate_zlib"}, "at most 2^30 bytes", std::to_string(data.size())};
    });
    const auto size = static_cast<uLong>(data.size());
    uLongf room = compressBound(size);
    std::string packed(room, '\0');
    const int status =
        compress2(reinterpret_cast<Bytef*>(packed.data()), &room, bytes(data), size, Z_BEST_COMPRESSION);
    if (status != Z_OK) throw std::bad_alloc{};  // with the buffer at the bound, nothing else can fail
    packed.resize(room);
    return packed;
}

std::uint32_t checksum_crc32(std::string_view data) {
    uLong sum = crc32(0, nullptr, 0);
    while (!data.empty()) {
        const std::string_view part = data.substr(0, most_at_once);
        sum = crc32(sum, bytes(part), static_cast<uInt>(part.size()));
        data.remove_prefix(part.size());
    }
    return static_cast<std::uint32_t>(sum);
}

std::string to_base64(std::string_view data) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((data.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < data.size(); at += 3) {
        const std::string_view part = data.substr(at, 3);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8U | (i < part.size() ? static_cast<unsigned char>(part[i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i)
            text += i <= part.size() ? digits[bits >> (18U - 6U * i) & 63U] : '=';
    }
    return text;
}

}  // namespace drover
