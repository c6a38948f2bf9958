#include <filesystem>

#include <drover/core/check.hpp>

#include "certified_files.hpp"

namespace drover::cli::synth {

namespace fs = std::filesystem;

void check_ordinary(const std::string& path, const std::string& certificate_path) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    check_input(!exists(status) || is_regular_file(status) || is_directory(status), [&] {
        return certificate_path + ": expected an ordinary file, got " + quoted(path) +
               "; others have to be named on the command line";
    });
}

std::string located(const std::string& recorded, const std::string& certificate_path) {
    if (recorded.empty()) return {};
    const fs::path folder = fs::path{certificate_path}.parent_path();
    std::error_code ignored;
    for (const fs::path& path :
         {fs::path{recorded}, folder / recorded, folder / fs::path{recorded}.filename()}) {
        if (!fs::exists(path, ignored)) continue;
        check_ordinary(path.string(), certificate_path);
        return path.string();
    }
    throw IoError(certificate_path + ": cannot find " + quoted(recorded) +
                  ", neither at its recorded path nor beside the certificate");
}

}  // namespace drover::cli::synth
