#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include <drover/core/error.hpp>
#include <drover/data/file.hpp>
#include <drover/data/gzip.hpp>

namespace drover {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_io(const std::string& path, const char* what, int error) {
    const std::string reason = error != 0 ? std::generic_category().message(error) : "unknown reason";
    throw IoError(path + ": cannot " + what + ": " + reason);
}

std::string read_all(std::istream& stream, const std::string& name) {
    std::string text;
    std::size_t size = 0;
    while (stream) {
        text.resize(std::max<std::size_t>(2 * size, 1U << 16U));
        stream.read(text.data() + size, static_cast<std::streamsize>(text.size() - size));
        size += static_cast<std::size_t>(stream.gcount());
    }
    if (stream.bad()) throw_io(name, "read", errno);
    text.resize(size);
    return is_gzip(text) ? inflate_gzip(text, name) : text;
}

// What lies there; nothing, rather than an exception, where the path cannot even be followed.
fs::file_status status_of(const std::string& path) {
    std::error_code ignored;
    return fs::status(path, ignored);
}

}  // namespace

std::string read_file(const std::string& path) {
    errno = 0;
    if (path == "-") return read_all(std::cin, "standard input");
    if (fs::is_directory(status_of(path))) throw_io(path, "read", EISDIR);
    std::ifstream stream{path, std::ios::binary};
    if (!stream) throw_io(path, "read", errno);
    return read_all(stream, path);
}

}  // namespace drover
