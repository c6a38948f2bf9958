#pragma once

#include <optional>

#include <drover/data/file.hpp>

#include "cmd_synth.hpp"

namespace drover::cli {

/// Throws InputError unless all files of the options go together: no output twice or over an input, and no
/// unfinished run that would be overwritten.
void check_synth_files(const SynthOptions& options);

/// What goes with the rows, opened before the run: a folder that is not there shows at once.
class SideFile {
  public:
    explicit SideFile(const std::string& path);
    void write(const std::string& text);
    void commit();

  private:
    std::string path_;
    std::optional<OutputFile> file_;
};

}  // namespace drover::cli
