#include <cerrno>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <system_error>

#include <unistd.h>

#include <drover/core/error.hpp>
#include <drover/data/file.hpp>

namespace drover {
namespace {

[[noreturn]] void throw_io(const std::string& path, const char* what, int error) {
    const std::string reason = error != 0 ? std::generic_category().message(error) : "unknown reason";
    throw IoError(path + ": cannot " + what + ": " + reason);
}

std::string read_all(std::istream& stream) { return {std::istreambuf_iterator<char>{stream}, {}}; }

}  // namespace

std::string read_file(const std::string& path) {
    if (path == "-") return read_all(std::cin);
    if (std::filesystem::is_directory(path)) throw_io(path, "read", EISDIR);
    errno = 0;
    std::ifstream stream{path, std::ios::binary};
    if (!stream) throw_io(path, "read", errno);
    std::string text = read_all(stream);
    if (stream.bad()) throw_io(path, "read", errno);
    return text;
}

OutputFile::OutputFile(std::string path)
    : path_{std::move(path)}, temporary_{path_ + ".part" + std::to_string(::getpid())} {
    if (std::filesystem::is_directory(path_)) throw_io(path_, "write", EISDIR);
    errno = 0;
    stream_.open(temporary_, std::ios::binary | std::ios::trunc);
    if (!stream_) throw_io(path_, "write", errno);
}

OutputFile::~OutputFile() {
    if (committed_) return;
    stream_.close();
    std::error_code ignored;
    std::filesystem::remove(temporary_, ignored);
}

void OutputFile::commit() {
    errno = 0;
    stream_.flush();
    stream_.close();
    if (!stream_) throw_io(path_, "write", errno != 0 ? errno : ENOSPC);
    std::error_code error;
    std::filesystem::rename(temporary_, path_, error);
    if (error) throw_io(path_, "write", error.value());
    committed_ = true;
}

}  // namespace drover
