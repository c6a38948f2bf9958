#pragma once

#include <memory>
#include <string>

#include <drover/files/output.hpp>
#include <drover/synth/job.hpp>

#include "../cli/common.hpp"

namespace drover::cli::synth {

using namespace drover::synth;

/// Where rows go: standard output; a file that appears when it is whole; or, so that a run can be taken up
/// again, FILE.part, which stays until it is whole.
class RowOutput {
  public:
    RowOutput(const std::string& path, std::ostream& standard, bool resumable);

    /// Begins anew; what was left of another run is overwritten.
    void start();

    void write(std::string_view text);
    /// What was written so far is on disk: a checkpoint is about to speak of it, or it is about to get its
    /// name.
    void settle();
    /// From now on FILE.part stays, whatever happens: a checkpoint says that it can be taken up.
    void keep_part() { file_->keep(); }
    void commit();

    /// Before a run is taken up: where its rows are. A finished run has them under their name; so many bytes
    /// of them are then copied to FILE.part, which goes again unless resume() follows.
    std::string take_up(std::int64_t byte_count);
    /// The first bytes of FILE.part, block by block. Throws InputError if there are not so many.
    ReadBlock part_blocks(std::int64_t byte_count) const;
    /// Takes FILE.part up after so many bytes.
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
