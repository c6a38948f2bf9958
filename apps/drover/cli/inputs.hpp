#pragma once

#include <string>
#include <vector>

#include <drover/data/csv.hpp>
#include <drover/report/certified_file.hpp>
#include <drover/tables/input.hpp>

namespace drover::cli {

/// How CSV files are written whose --separator this is: one character, or the word tab.
CsvOptions csv_options(const std::string& separator);

/// Files that were read, each once, with their digests: what rows depend on.
class PinnedFiles {
  public:
    /// `option` without dashes; none for tables and microdata.
    std::string read(const std::string& path, const std::string& option = {});
    /// The last one goes by another name.
    void rename(const std::string& name) { files_.back().file = name; }
    const std::vector<CertifiedFile>& files() const { return files_; }

  private:
    std::vector<CertifiedFile> files_;
};

/// Pipes that the shell numbers (/dev/fd/63) are called after what they hold, its columns and a few digits of
/// its digest, so that their order is nobody's.
std::vector<TableText> read_texts(const std::vector<std::string>& files, PinnedFiles& pins,
                                  CsvOptions csv = {});

/// Throws InputError for a device or a pipe, which a certificate may not name: it might never end.
void check_ordinary(const std::string& path, const std::string& certificate_path);

/// Where a file of a certificate lies now: at its recorded path, or else beside the certificate. Throws
/// IoError if it is in neither place, InputError if it is no ordinary one. Nothing for "".
std::string located(const std::string& recorded, const std::string& certificate_path);

}  // namespace drover::cli
