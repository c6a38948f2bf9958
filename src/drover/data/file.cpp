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

namespace fs = std::filesystem;

[[noreturn]] void throw_io(const std::string& path, const char* what, int error) {
    const std::string reason = error != 0 ? std::generic_category().message(error) : "unknown reason";
    throw IoError(path + ": cannot " + what + ": " + reason);
}

std::string read_all(std::istream& stream) { return {std::istreambuf_iterator<char>{stream}, {}}; }

}  // namespace

std::string read_file(const std::string& path) {
    if (path == "-") return read_all(std::cin);
    if (fs::is_directory(path)) throw_io(path, "read", EISDIR);
    errno = 0;
    std::ifstream stream{path, std::ios::binary};
    if (!stream) throw_io(path, "read", errno);
    std::string text = read_all(stream);
    if (stream.bad()) throw_io(path, "read", errno);
    return text;
}

OutputFile::OutputFile(std::string path) : path_{std::move(path)} {
    if (fs::is_directory(path_)) throw_io(path_, "write", EISDIR);
    const bool device = fs::exists(path_) && !fs::is_regular_file(path_);
    target_ = fs::is_symlink(path_) && fs::exists(path_) ? fs::canonical(path_).string() : path_;
    temporary_ = device ? target_ : target_ + ".part" + std::to_string(::getpid());
    errno = 0;
    stream_.open(temporary_, std::ios::binary | std::ios::trunc);
    if (!stream_) throw_io(path_, "write", errno);
}

OutputFile::~OutputFile() {
    stream_.close();
    if (committed_ || temporary_ == target_) return;
    std::error_code ignored;
    fs::remove(temporary_, ignored);
}

void OutputFile::commit() {
    errno = 0;
    stream_.flush();
    stream_.close();
    if (!stream_) throw_io(path_, "write", errno != 0 ? errno : ENOSPC);
    std::error_code error;
    if (temporary_ != target_) fs::rename(temporary_, target_, error);
    if (error) throw_io(path_, "write", error.value());
    committed_ = true;
}

}  // namespace drover
