#include <algorithm>
#include <filesystem>

#include <drover/core/check.hpp>

#include "certified_files.hpp"

namespace drover::cli {
namespace {

namespace fs = std::filesystem;

std::string bare_name(const std::string& path) { return fs::path{path}.filename().string(); }

}  // namespace

std::string locate(const std::string& recorded, const std::string& certificate_path) {
    const fs::path folder = fs::path{certificate_path}.parent_path();
    std::error_code ignored;
    for (const fs::path& path : {fs::path{recorded}, folder / recorded, folder / bare_name(recorded)})
        if (fs::exists(path, ignored)) return path.string();
    throw IoError(certificate_path + ": cannot find " + quoted(recorded) +
                  ", neither at its recorded path nor beside the certificate");
}

std::vector<std::string> in_certified_order(const std::vector<std::string>& files,
                                            const Certificate& certificate,
                                            const std::string& certificate_path) {
    std::vector<std::string> rest = files;
    std::vector<std::string> ordered;
    for (const CertifiedFile& input : certificate.inputs) {
        const auto found = std::find_if(rest.begin(), rest.end(), [&](const std::string& file) {
            return bare_name(file) == bare_name(input.file);
        });
        check_input(found != rest.end(), [&] {
            return certificate_path + ": expected the table file " + quoted(bare_name(input.file)) +
                   ", got none of that name";
        });
        ordered.push_back(*found);
        rest.erase(found);
    }
    check_input(rest.empty(), [&] {
        return certificate_path + ": expected only the table files it names, got " +
               drover::quoted(rest.front());
    });
    return ordered;
}

}  // namespace drover::cli
