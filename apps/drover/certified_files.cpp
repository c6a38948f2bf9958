#include <filesystem>

#include <drover/core/check.hpp>

#include "certified_files.hpp"

namespace drover::cli {

std::string located(const std::string& recorded, const std::string& certificate_path) {
    namespace fs = std::filesystem;
    if (recorded.empty()) return {};
    const fs::path folder = fs::path{certificate_path}.parent_path();
    std::error_code ignored;
    for (const fs::path& path :
         {fs::path{recorded}, folder / recorded, folder / fs::path{recorded}.filename()})
        if (fs::exists(path, ignored)) return path.string();
    throw IoError(certificate_path + ": cannot find " + quoted(recorded) +
                  ", neither at its recorded path nor beside the certificate");
}

}  // namespace drover::cli
