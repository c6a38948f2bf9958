#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <drover/core/error.hpp>
#include <drover/files/output.hpp>
#include <drover/files/writable.hpp>

namespace drover {
namespace {

int access_error(const std::string& path, int mode) {
    return ::faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) == 0 ? 0 : errno;
}

// The reason why a file cannot be made in its folder, or 0.
int folder_error(const std::string& file) {
    const std::string parent = std::filesystem::path{file}.parent_path().string();
    const std::string folder = parent.empty() ? "." : parent;
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) return errno;
    return S_ISDIR(status.st_mode) ? access_error(folder, W_OK | X_OK) : ENOTDIR;
}

int write_error(const std::string& path) {
    const std::string file = file_behind_links(path);
    struct stat status {};
    const int error = ::stat(file.c_str(), &status) == 0 ? 0 : errno;
    if (error != 0 && error != ENOENT) return error;
    if (error == 0 && S_ISDIR(status.st_mode)) return EISDIR;
    if (error == 0 && !S_ISREG(status.st_mode)) return access_error(file, W_OK);  // written as it is
    if (error == 0 && access_error(file, W_OK) != 0) return access_error(file, W_OK);
    const int temporary = ::lstat(plain_temporary(file).c_str(), &status) == 0 ? 0 : errno;
    return temporary == ENAMETOOLONG ? temporary : folder_error(file);
}

}  // namespace

void check_writable(const std::string& path) {
    if (path.empty() || path == "-" || is_standard_output(path)) return;
    const int error = write_error(path);
    if (error != 0) throw IoError(path, "cannot write: " + std::generic_category().message(error), error);
}

}  // namespace drover
