#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include <drover/files/output.hpp>
#include <drover/files/uses.hpp>

#include "hold_interrupts.hpp"

namespace drover::cli {

/// A folder that gets a set of files, all or none: they appear under their names when keep() is called. The
/// folder is made if absent; a second run that writes into it is refused. Throws IoError naming the path and
/// the reason.
class OutputFolder {
  public:
    /// `option` names the folder; no file in it may be one of the uses of the run.
    OutputFolder(std::string option, const std::string& path, FileUses uses);
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;
    OutputFolder(OutputFolder&&) = delete;
    OutputFolder& operator=(OutputFolder&&) = delete;

    std::string path_of(const std::string& file) const { return (path_ / file).string(); }
    /// Throws InputError if the file is an input or another output of the run.
    void check(const std::string& file) const;
    /// Throws Interrupted after Ctrl-C.
    void write(const std::string& file, const std::function<void(std::ostream&)>& write);
    /// CSV files that lie there but were not written now.
    std::size_t other_csv_count() const;
    void keep();

  private:
    std::string option_;
    std::filesystem::path path_;
    FileUses uses_;
    bool made_ = false;
    int lock_ = -1;  // the folder, open
    std::vector<std::filesystem::path> written_;
    std::vector<std::unique_ptr<OutputFile>> files_;
    RemovedByForce half_there_;
};

}  // namespace drover::cli
