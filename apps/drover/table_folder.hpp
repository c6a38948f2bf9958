#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace drover::cli {

/// A folder that gets a set of files, all or none: unless keep() is called, what is new in it is removed. The
/// folder is made if absent. Throws IoError naming the path and the reason.
class TableFolder {
  public:
    explicit TableFolder(const std::string& path);
    ~TableFolder();
    TableFolder(const TableFolder&) = delete;
    TableFolder& operator=(const TableFolder&) = delete;
    TableFolder(TableFolder&&) = delete;
    TableFolder& operator=(TableFolder&&) = delete;

    std::string path_of(const std::string& file) const { return (path_ / file).string(); }
    void write(const std::string& file, const std::function<void(std::ostream&)>& write);
    /// CSV files that lie there but were not written now.
    std::size_t other_csv_count() const;
    void keep() { kept_ = true; }

  private:
    std::filesystem::path path_;
    bool made_ = false;
    bool kept_ = false;
    std::vector<std::filesystem::path> written_;
    std::vector<std::filesystem::path> new_;
};

}  // namespace drover::cli
