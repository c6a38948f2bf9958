#include <zlib.h>

#include <algorithm>
#include <cstdint>

#include <drover/tables/read/impl/zip.hpp>

namespace drover::read {
namespace {

// APPNOTE.TXT of PKWARE, 4.3: local headers, a central directory, an end record.
constexpr std::size_t end_size = 22;
constexpr std::size_t entry_size = 46;
constexpr std::size_t local_size = 30;
constexpr std::size_t most_entries = 100'000;

struct ZipEntry {
    std::string name;
    unsigned method = 0;
    unsigned flags = 0;
    std::uint32_t crc = 0;
    std::size_t packed = 0;
    std::size_t offset = 0;
};

std::uint32_t little(std::string_view bytes, std::size_t at, std::size_t count) {
    std::uint32_t value = 0;
    for (std::size_t i = count; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

std::optional<std::size_t> end_record(std::string_view bytes) {
    if (bytes.size() < end_size) return {};
    const std::size_t last = bytes.size() - end_size;
    const std::size_t first = last > 65'536 ? last - 65'536 : 0;
    for (std::size_t at = last + 1; at-- > first;)
        if (bytes.substr(at, 4) == std::string_view{"PK\x05\x06", 4}) return at;
    return {};
}

std::vector<ZipEntry> zip_entries(std::string_view bytes) {
    const auto end = end_record(bytes);
    if (!end) return {};
    std::vector<ZipEntry> entries;
    std::size_t at = little(bytes, *end + 16, 4);
    while (at + entry_size <= bytes.size() && bytes.substr(at, 4) == std::string_view{"PK\x01\x02", 4} &&
           entries.size() < most_entries) {
        const std::size_t name = little(bytes, at + 28, 2);
        const std::size_t rest = little(bytes, at + 30, 2) + std::size_t{little(bytes, at + 32, 2)};
        if (at + entry_size + name > bytes.size()) break;
        entries.push_back({std::string{bytes.substr(at + entry_size, name)}, little(bytes, at + 10, 2),
                           little(bytes, at + 8, 2), little(bytes, at + 16, 4), little(bytes, at + 20, 4),
                           little(bytes, at + 42, 4)});
        at += entry_size + name + rest;
    }
    return entries;
}

std::optional<std::string> inflated(std::string_view packed, std::size_t most) {
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string out;
    std::string part(std::size_t{1} << 16U, '\0');
    int status = Z_OK;
    while (status == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef*>(part.data());
        stream.avail_out = static_cast<uInt>(part.size());
        status = inflate(&stream, Z_NO_FLUSH);
        out.append(part.data(), part.size() - stream.avail_out);
        if (out.size() > most || (status == Z_OK && stream.avail_out == part.size())) status = Z_DATA_ERROR;
    }
    inflateEnd(&stream);
    if (status != Z_STREAM_END) return {};
    return out;
}

}  // namespace

std::vector<std::string> zip_names(std::string_view archive) {
    std::vector<std::string> names;
    for (const ZipEntry& entry : zip_entries(archive))
        if (!entry.name.ends_with('/')) names.push_back(entry.name);
    return names;
}

std::optional<std::string> unzip(std::string_view archive, std::string_view name, std::size_t most) {
    const auto entries = zip_entries(archive);
    const auto entry =
        std::find_if(entries.begin(), entries.end(), [&](const ZipEntry& e) { return e.name == name; });
    if (entry == entries.end() || (entry->flags & 1U) != 0) return {};
    if (entry->offset + local_size > archive.size()) return {};
    const std::size_t start = entry->offset + local_size + little(archive, entry->offset + 26, 2) +
                              little(archive, entry->offset + 28, 2);
    if (start > archive.size() || entry->packed > archive.size() - start) return {};
    const std::string_view packed = archive.substr(start, entry->packed);
    std::optional<std::string> out;
    if (entry->method == 0 && packed.size() <= most) out = std::string{packed};
    if (entry->method == 8) out = inflated(packed, most);
    if (out && crc32_z(0, reinterpret_cast<const Bytef*>(out->data()), out->size()) != entry->crc) return {};
    return out;
}

}  // namespace drover::read
