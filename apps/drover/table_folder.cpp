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

}  // namespace drover::cli
