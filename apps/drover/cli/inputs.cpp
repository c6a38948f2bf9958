#include <filesystem>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>
#include <drover/files/file.hpp>

#include "inputs.hpp"

namespace drover::cli {

namespace fs = std::filesystem;

namespace {

// As the shell passes on <(command).
bool is_numbered_pipe(const std::string& file) {
    return file.starts_with("/dev/fd/") || file.starts_with("/proc/self/fd/");
}

}  // namespace

CsvOptions csv_options(const std::string& separator) {
    if (separator == "tab" || separator == "\\t") return {.separator = '\t'};
    const bool possible = separator.size() == 1 && separator[0] > 0 && separator.find_first_of("\"\r\n") != 0;
    check_input(possible, [&] {
        return "--separator: expected one ASCII character other than a quote or a line end, or tab, got " +
               quoted(separator);
    });
    return {.separator = separator[0]};
}

std::string PinnedFiles::read(const std::string& path, const std::string& option) {
    std::string text = read_file(path);
    files_.push_back({path, sha256(text), option});
    return text;
}

std::vector<TableText> read_texts(const std::vector<std::string>& files, PinnedFiles& pins, CsvOptions csv) {
    std::vector<TableText> texts;
    for (const std::string& file : files) {
        texts.push_back({file, pins.read(file)});
        if (!is_numbered_pipe(file)) continue;
        texts.back().file = name_by_content(texts.back().text, csv);
        pins.rename(texts.back().file);
    }
    return texts;
}

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

}  // namespace drover::cli
