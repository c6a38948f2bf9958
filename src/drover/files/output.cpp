#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <drover/core/error.hpp>
#include <drover/files/output.hpp>

namespace drover {
namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;
constexpr std::size_t buffer_size = std::size_t{1} << 16U;
constexpr mode_t new_mode = 0666;  // less the umask
constexpr mode_t permissions = 0777;

std::string reason(int error) {
    return error != 0 ? std::generic_category().message(error) : "unknown reason";
}

// The file descriptor that a path names: /dev/stdout, /dev/fd/5.
std::optional<int> named_descriptor(const std::string& path) {
    if (path == "/dev/stdin") return STDIN_FILENO;
    if (path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder)) continue;
        int number = -1;
        const char* const end = path.data() + path.size();
        const auto [last, error] = std::from_chars(path.data() + folder.size(), end, number);
        if (error == std::errc{} && last == end && number >= 0) return number;
    }
    return {};
}

// Where a chain of links ends: a file, which need not exist, or an open file descriptor.
struct LinkEnd {
    std::string path;
    std::optional<int> descriptor;
};

LinkEnd follow_links(const std::string& path) {
    fs::path at{path};
    for (int k = 0; k < most_links; ++k) {
        if (const auto descriptor = named_descriptor(at.string())) return {at.string(), descriptor};
        std::error_code error;
        if (!fs::is_symlink(fs::symlink_status(at, error))) return {at.string(), {}};
        const fs::path target = fs::read_symlink(at, error);
        if (error) return {at.string(), {}};
        at = target.is_absolute() ? target : at.parent_path() / target;
    }
    throw IoError(path, "cannot write: " + reason(ELOOP), ELOOP);
}

// Whether another run is writing it: a file of that name that another process has locked.
bool is_locked(const std::string& name) {
    const int descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) return false;
    const bool locked = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(descriptor);
    return locked;
}

// Whether the open file still has that name: another run may have renamed or removed it.
bool has_name(int descriptor, const std::string& name) {
    struct stat open_file {};
    struct stat named {};
    return ::fstat(descriptor, &open_file) == 0 && ::lstat(name.c_str(), &named) == 0 &&
           open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

}  // namespace

namespace impl {

DescriptorBuffer::~DescriptorBuffer() { close(); }

void DescriptorBuffer::open(int descriptor) {
    close();
    descriptor_ = descriptor;
    bytes_.resize(buffer_size);
    setp(bytes_.data(), bytes_.data() + bytes_.size());
}

void DescriptorBuffer::close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    setp(nullptr, nullptr);
    std::vector<char>{}.swap(bytes_);
}

bool DescriptorBuffer::write_out(const char* text, std::size_t count) {
    while (count > 0 && error_ == 0) {
        const ssize_t written = ::write(descriptor_, text, count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            error_ = errno;
        } else {
            text += written;
            count -= static_cast<std::size_t>(written);
        }
    }
    return error_ == 0;
}

int DescriptorBuffer::sync() {
    const bool written = write_out(pbase(), static_cast<std::size_t>(pptr() - pbase()));
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    return written ? 0 : -1;
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type byte) {
    if (bytes_.empty() || sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(byte, traits_type::eof())) {
        *pptr() = traits_type::to_char_type(byte);
        pbump(1);
    }
    return traits_type::not_eof(byte);
}

std::streamsize DescriptorBuffer::xsputn(const char* text, std::streamsize count) {
    if (count < epptr() - pptr()) return std::streambuf::xsputn(text, count);
    if (sync() != 0) return 0;
    return write_out(text, static_cast<std::size_t>(count)) ? count : 0;
}

}  // namespace impl

void sync_folder(const std::string& path) {
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    ::fsync(folder);
    ::close(folder);
}

std::string file_behind_links(const std::string& path) { return follow_links(path).path; }

bool is_standard_output(const std::string& path) {
    return path == "-" || follow_links(path).descriptor == STDOUT_FILENO;
}

std::string plain_temporary(const std::string& path) { return file_behind_links(path) + ".part~"; }

std::string resumable_temporary(const std::string& path) { return file_behind_links(path) + ".part"; }

OutputFile::OutputFile(std::string path, OutputKind kind) : path_{std::move(path)}, stream_{&buffer_} {
    const LinkEnd end = follow_links(path_);
    target_ = end.path;
    if (end.descriptor) {
        buffer_.open(::fcntl(*end.descriptor, F_DUPFD_CLOEXEC, 0));
    } else if (is_replaced()) {
        open_temporary(kind);
    } else {
        buffer_.open(::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    }
    if (buffer_.descriptor() < 0) fail(errno);
}

OutputFile::~OutputFile() {
    if (!committed_ && !kept_ && !temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::fail(int error) const { throw IoError(path_, "cannot write: " + reason(error), error); }

// True for regular files and for those that do not exist yet.
bool OutputFile::is_replaced() const {
    struct stat status {};
    if (::stat(target_.c_str(), &status) != 0) return true;
    if (S_ISDIR(status.st_mode)) fail(EISDIR);
    if (!S_ISREG(status.st_mode)) return false;
    if (::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) fail(errno);
    return true;
}

void OutputFile::open_temporary(OutputKind kind) {
    const bool is_plain = kind == OutputKind::plain;
    const std::string name = is_plain ? plain_temporary(target_) : resumable_temporary(target_);
    do {
        buffer_.open(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, new_mode));
        const int error = errno;
        struct stat status {};
        if (buffer_.descriptor() < 0 && ::lstat(name.c_str(), &status) != 0) fail(error);
        if (buffer_.descriptor() < 0 && S_ISREG(status.st_mode)) fail(error);
        lock(name);
    } while (!has_name(buffer_.descriptor(), name));
    struct stat status {};
    kept_ = !is_plain && ::fstat(buffer_.descriptor(), &status) == 0 && status.st_size > 0;
    if (is_locked(is_plain ? resumable_temporary(target_) : plain_temporary(target_))) {
        if (!kept_) ::unlink(name.c_str());
        refuse();
    }
    temporary_ = name;
    take_mode();
    if (is_plain) resume(0);
}

void OutputFile::lock(const std::string& name) const {
    struct stat status {};
    if (::fstat(buffer_.descriptor(), &status) != 0 || !S_ISREG(status.st_mode)) {
        throw IoError(path_, "cannot write: expected a regular file under the temporary name " + name +
                                 ", got something else");
    }
    if (::flock(buffer_.descriptor(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) refuse();
}

void OutputFile::refuse() const { throw IoError(path_, "cannot write: another run is writing it"); }

void OutputFile::resume(std::int64_t byte_count) {
    const int descriptor = buffer_.descriptor();
    if (::ftruncate(descriptor, byte_count) != 0 || ::lseek(descriptor, byte_count, SEEK_SET) < 0)
        fail(errno);
    kept_ = byte_count > 0;
}

// The mode of the replaced file, set before anything is written; ignored where a file system has no modes.
void OutputFile::take_mode() const {
    struct stat status {};
    if (::stat(target_.c_str(), &status) != 0) return;
    const int descriptor = buffer_.descriptor();
    if (::fchown(descriptor, status.st_uid, status.st_gid) != 0 && errno != EPERM) fail(errno);
    if (::fchmod(descriptor, status.st_mode & permissions) != 0 && errno != EPERM) fail(errno);
}

void OutputFile::settle() {
    if (settled_) return;
    stream_.flush();
    if (!stream_) fail(buffer_.error() != 0 ? buffer_.error() : EIO);
    // Pipes and some file systems cannot be synced; a failing disk reports an error.
    if (::fsync(buffer_.descriptor()) != 0 && (errno == EIO || errno == ENOSPC || errno == EDQUOT))
        fail(errno);
}

void OutputFile::release() {
    settle();
    settled_ = true;
    buffer_.close();
}

void OutputFile::commit(FolderSync sync) {
    settle();
    if (is_direct()) return;
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    committed_ = true;
    const std::string folder = fs::path{target_}.parent_path().string();
    if (sync == FolderSync::now) sync_folder(folder.empty() ? "." : folder);
    buffer_.close();
}

}  // namespace drover
