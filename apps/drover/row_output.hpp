#pragma once

#include <fstream>
#include <memory>
#include <string>

#include <drover/data/file.hpp>
#include <drover/synth/synthesis_job.hpp>

#include "common.hpp"

namespace drover::cli {

/// Where rows go: standard output; a file that appears when it is whole; or, so that a run can be taken up
/// again, FILE.part, which stays until it is whole.
class RowOutput {
  public:
    RowOutput(const std::string& path, std::ostream& standard, bool resumable);
    ~RowOutput();
    RowOutput(const RowOutput&) = delete;
    RowOutput& operator=(const RowOutput&) = delete;
    RowOutput(RowOutput&&) = delete;
    RowOutput& operator=(RowOutput&&) = delete;

    /// Begins anew; what was left of another run is overwritten.
    void start();

    void write(std::string_view text);
    /// From now on FILE.part stays, whatever happens: a checkpoint is about to say that it can be taken up.
    void keep_part();
    void commit();

    /// The first bytes of FILE.part, block by block. Throws InputError if there are not so many.
    ReadBlock part_blocks(std::int64_t byte_count) const;
    /// Takes FILE.part up after so many bytes.
    void resume(std::int64_t byte_count);

    static std::string part_name(const std::string& path) { return path + ".part"; }

  private:
    std::ostream& stream();
    void open_part(std::ios::openmode mode);

    std::string path_;
    std::ostream& standard_;
    bool resumable_;
    bool keep_ = false;
    std::unique_ptr<OutputFile> file_;
    std::ofstream part_;
};

}  // namespace drover::cli
