#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <system_error>

#include <drover/core/error.hpp>
#include <drover/core/memory_limit.hpp>
#include <drover/files/file.hpp>
#include <drover/files/gzip.hpp>

namespace drover {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_io(const std::string& path, const char* what, int error) {
    const std::string reason = error != 0 ? std::generic_category().message(error) : "unknown reason";
    throw IoError(path, std::string{"cannot "} + what + ": " + reason, error);
}

void read_blocks(std::istream& stream, const std::string& name,
                 const std::function<void(std::string_view)>& use) {
    constexpr std::size_t block_size = std::size_t{1} << 20U;
    std::string room(block_size, '\0');
    std::optional<GzipBlocks> gzip;
    bool is_first = true;
    while (stream) {
        stream.read(room.data(), static_cast<std::streamsize>(room.size()));
        const auto block = std::string_view{room}.substr(0, static_cast<std::size_t>(stream.gcount()));
        if (is_first && is_gzip(block)) gzip.emplace(name);
        is_first = false;
        if (gzip) {
            gzip->add(block, use);
        } else if (!block.empty()) {
            use(block);
        }
    }
    if (stream.bad()) throw_io(name, "read", errno);
    if (gzip) gzip->finish();
}

// The file's status; "none" instead of an exception if the path cannot be resolved.
fs::file_status status_of(const std::string& path) {
    std::error_code ignored;
    return fs::status(path, ignored);
}

}  // namespace

void read_file_blocks(const std::string& path, const std::function<void(std::string_view)>& use) {
    errno = 0;
    if (path == "-") return read_blocks(std::cin, "standard input", use);
    if (fs::is_directory(status_of(path))) throw_io(path, "read", EISDIR);
    std::ifstream stream{path, std::ios::binary};
    if (!stream) throw_io(path, "read", errno);
    read_blocks(stream, path, use);
}

std::string read_file(const std::string& path) {
    try {
        std::string text;
        read_file_blocks(path, [&](std::string_view block) { text += block; });
        return text;
    } catch (const std::bad_alloc&) {
        throw OutOfMemory{path == "-" ? "standard input" : path};
    }
}

}  // namespace drover
