#include <cerrno>
#include <cstdlib>
#include <memory>
#include <system_error>

#include <unistd.h>

#include <drover/core/error.hpp>
#include <drover/files/scratch.hpp>

namespace drover {
namespace {

class ScratchFile {
  public:
    ScratchFile() = default;
    ~ScratchFile() {
        if (file_ >= 0) close(file_);
    }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    ScratchFile(ScratchFile&&) = delete;
    ScratchFile& operator=(ScratchFile&&) = delete;

    void append(std::string_view bytes) {
        if (file_ < 0) open();
        while (!bytes.empty()) {
            const ssize_t done = ::write(file_, bytes.data(), bytes.size());
            if (done < 0 && errno == EINTR) continue;
            if (done <= 0) fail("write");
            bytes.remove_prefix(static_cast<std::size_t>(done));
        }
    }

    void read(std::uint64_t offset, std::span<char> bytes) const {
        while (!bytes.empty()) {
            const ssize_t done = pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
            if (done < 0 && errno == EINTR) continue;
            if (done <= 0) fail("read");
            bytes = bytes.subspan(static_cast<std::size_t>(done));
            offset += static_cast<std::uint64_t>(done);
        }
    }

  private:
    void open() {
        const char* folder = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): nobody sets it
        folder_ = folder == nullptr || *folder == '\0' ? "/tmp" : folder;
        std::string path = folder_ + "/drover-XXXXXX";
        file_ = mkstemp(path.data());
        if (file_ < 0) fail("make");
        unlink(path.c_str());
    }

    [[noreturn]] void fail(const char* what) const {
        const int error = errno;
        throw IoError(
            folder_,
            std::string{"cannot "} + what + " a temporary file: " + std::generic_category().message(error),
            error);
    }

    int file_ = -1;
    std::string folder_;
};

}  // namespace

ScratchStore scratch_file() {
    const auto file = std::make_shared<ScratchFile>();
    return {.append = [file](std::string_view bytes) { file->append(bytes); },
            .read = [file](std::uint64_t offset, std::span<char> bytes) { file->read(offset, bytes); }};
}

}  // namespace drover
