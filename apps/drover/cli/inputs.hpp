#pragma once

#include <string>
#include <vector>

#include <drover/data/csv.hpp>
#include <drover/report/certified_file.hpp>
#include <drover/tables/input.hpp>

namespace drover::cli {

/// The CSV options for the value of --separator: one character, or "tab".
CsvOptions csv_options(const std::string& separator);

/// Files that were read, each once, with their digests: the inputs that the rows depend on.
class PinnedFiles {
  public:
    /// `option` is without dashes; empty for tables and microdata.
    std::string read(const std::string& path, const std::string& option = {});
    /// Renames the last one.
    void rename(const std::string& name) { files_.back().file = name; }
    const std::vector<CertifiedFile>& files() const { return files_; }

  private:
    std::vector<CertifiedFile> files_;
};

/// Pipes that the shell numbers (/dev/fd/63) are named after their contents, the columns and a few digits of
/// the digest, so that their order does not matter.
std::vector<TableText> read_texts(const std::vector<std::string>& files, PinnedFiles& pins,
                                  CsvOptions csv = {});

/// Throws InputError for a device or a pipe, which a certificate may not name: it might never end.
void check_ordinary(const std::string& path, const std::string& certificate_path);

/// Where a file of a certificate lies now: at its recorded path, or else beside the certificate. Throws
/// IoError if it is in neither place, InputError if it is no ordinary one. Nothing for "".
std::string located(const std::string& recorded, const std::string& certificate_path);

}  // namespace drover::cli
