#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include <drover/files/output.hpp>

namespace drover::cli {

/// Where a command writes: a file that appears when it is whole, standard output for "-", or nowhere for "".
/// Opened before the work: a folder that is not there shows at once.
class Output {
  public:
    Output(const std::string& path, std::ostream& standard);

    bool is_wanted() const { return !path_.empty(); }
    std::ostream& stream() { return file_ ? file_->stream() : standard_; }
    /// Throws IoError if something was lost on the way.
    void check_written();
    /// All is on disk but the name. What belongs together is settled first, then committed.
    void settle();
    void commit();

  private:
    std::string path_;
    std::ostream& standard_;
    std::optional<OutputFile> file_;
};

/// Throws InputError for standard output, under any name: the report goes there.
void check_model_path(const std::string& path);

/// A file that a long run writes again and again, each time as a whole. It is this run's from the beginning:
/// that it cannot be written shows at once, and a second run is refused.
class ModelFile {
  public:
    explicit ModelFile(std::string path);

    void write(const std::string& bytes);

  private:
    std::string path_;
    std::optional<OutputFile> file_;  // for the next time; a pipe is opened when that comes
};

}  // namespace drover::cli
