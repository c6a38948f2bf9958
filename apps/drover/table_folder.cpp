#include <algorithm>
#include <ostream>
#include <set>
#include <system_error>

#include <drover/core/error.hpp>
#include <drover/data/file.hpp>

#include "table_folder.hpp"

namespace drover::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 200;  // file systems take 255 bytes, and a temporary name is longer

bool may_stay(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           c == '-' || c == '_' || c == '.';
}

// Cut between characters, not inside of one.
std::string cut(std::string name) {
    if (name.size() <= longest_name) return name;
    std::size_t size = longest_name;
    while (size > 0 && (static_cast<unsigned char>(name[size]) & 0xC0U) == 0x80U) --size;
    name.resize(size);
    return name;
}

std::string plain_name(const std::vector<std::size_t>& columns, const Schema& schema) {
    std::string name;
    for (const std::size_t column : columns) {
        if (!name.empty()) name += "_x_";
        for (const char c : schema.columns[column].name) name += may_stay(c) ? c : '-';
    }
    return cut(std::move(name));
}

}  // namespace

TableFolder::TableFolder(const std::string& path) : path_{path} {
    std::error_code error;
    made_ = fs::create_directories(path_, error);
    if (error) throw IoError(path + ": cannot make the folder: " + error.message());
    if (!fs::is_directory(path_, error)) throw IoError(path + ": cannot write: Not a directory");
}

TableFolder::~TableFolder() {
    if (kept_) return;
    std::error_code ignored;
    for (const fs::path& file : new_) fs::remove(file, ignored);
    if (made_) fs::remove(path_, ignored);
}

void TableFolder::write(const std::string& file, const std::function<void(std::ostream&)>& write) {
    const fs::path path = path_ / file;
    std::error_code ignored;
    const bool is_new = !fs::exists(path, ignored);
    OutputFile output{path.string()};
    write(output.stream());
    output.commit();
    written_.push_back(path);
    if (is_new) new_.push_back(path);
}

std::size_t TableFolder::other_csv_count() const {
    const std::set<fs::path> written{written_.begin(), written_.end()};
    std::error_code ignored;
    const fs::directory_iterator files{path_, ignored};
    return static_cast<std::size_t>(std::count_if(begin(files), end(files), [&](const auto& entry) {
        return entry.path().extension() == ".csv" && !written.contains(entry.path());
    }));
}

std::vector<std::string> table_names(const std::vector<std::vector<std::size_t>>& tables,
                                     const Schema& schema) {
    std::vector<std::string> names;
    std::set<std::string> seen;
    for (const std::vector<std::size_t>& columns : tables) {
        const std::string plain = plain_name(columns, schema);
        std::string name = plain;
        for (std::size_t number = 2; !seen.insert(name).second; ++number)
            name = plain + "_" + std::to_string(number);
        names.push_back(std::move(name));
    }
    return names;
}

}  // namespace drover::cli
