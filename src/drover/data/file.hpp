#pragma once

#include <fstream>
#include <string>

namespace drover {

/// The whole file, "-" is standard input; gzip data are inflated, whatever the file's name. Throws IoError
/// naming the file and the reason.
std::string read_file(const std::string& path);

/// A file that appears under its name only when it is whole: written beside it under a temporary name,
/// renamed by commit(), removed if that never comes. What is no ordinary file (a device, a pipe) is written
/// directly; a link stays one. Throws IoError naming the file and the reason.
class OutputFile {
  public:
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    OutputFile(OutputFile&&) = delete;
    OutputFile& operator=(OutputFile&&) = delete;

    std::ostream& stream() { return stream_; }
    void commit();

  private:
    std::string path_;       // as given, for messages
    std::string target_;     // the file behind links
    std::string temporary_;  // the target itself where it is no ordinary file
    std::ofstream stream_;
    bool committed_ = false;
};

}  // namespace drover
