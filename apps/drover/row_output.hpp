#pragma once

#include <fstream>
#include <memory>
#include <string>

#include <drover/core/sha256.hpp>
#include <drover/data/file.hpp>

#include "common.hpp"

namespace drover::cli {

/// Where rows go: standard output; a file that appears when it is whole; or, so that a run can be taken up
/// again, FILE.part, which stays until it is whole. Keeps the SHA-256 of all that went out.
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

    void write(const std::string& text);
    /// From now on FILE.part stays, whatever happens: a checkpoint is about to say that it can be taken up.
    void keep_part();
    void commit();
    std::int64_t byte_count() const { return byte_count_; }
    std::string digest() const { return digest_.hex(); }

    /// Takes up FILE.part: cuts it to that length and returns its contents. Throws InputError unless it is
    /// what the digest says.
    std::string resume(std::int64_t byte_count, const std::string& digest);

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
    Sha256 digest_;
    std::int64_t byte_count_ = 0;
};

}  // namespace drover::cli
