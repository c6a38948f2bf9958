#pragma once

#include <memory>
#include <string>

#include <drover/files/output.hpp>
#include <drover/synth/job.hpp>

#include "../cli/common.hpp"

namespace drover::cli::synth {

using namespace drover::synth;

/// Where rows go: standard output; a file that appears when it is complete; or, so that a run can be
/// resumed, FILE.part, which stays until it is complete.
class RowOutput {
  public:
    RowOutput(const std::string& path, std::ostream& standard, bool resumable);

    /// Starts from scratch; what was left of another run is overwritten.
    void start();

    void write(std::string_view text);
    /// What was written so far is on disk: a checkpoint is about to name it, or it is about to get its
    /// name.
    void settle();
    /// From now on FILE.part stays, whatever happens: a checkpoint says that it can be resumed.
    void keep_part() { file_->keep(); }
    void commit();

    /// Before a run is resumed: the file with its rows. A finished run has them under their name; so many
    /// bytes of them are then copied to FILE.part, which is removed unless resume() follows.
    std::string reopen(std::int64_t byte_count);
    /// The first bytes of FILE.part, block by block. Throws InputError if there are fewer.
    ReadBlock part_blocks(std::int64_t byte_count) const;
    /// Continues FILE.part after so many bytes.
    void resume(std::int64_t byte_count);

    static std::string part_name(const std::string& path) { return resumable_temporary(path); }

  private:
    std::ostream& stream() { return file_ ? file_->stream() : standard_; }

    std::string path_;
    std::ostream& standard_;
    bool resumable_;
    std::unique_ptr<OutputFile> file_;
};

}  // namespace drover::cli::synth
