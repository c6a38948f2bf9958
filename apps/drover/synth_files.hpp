#pragma once

#include <optional>

#include <drover/data/file.hpp>
#include <drover/synth/synthesis_job.hpp>

#include "reference.hpp"

namespace drover::cli {

struct SynthOptions {
    CommonOptions common;
    ReferenceOptions reference;
    SynthesizeOptions synthesis;  ///< those that go by numbers and words
    std::string noise;            ///< "10"
    std::vector<std::string> forbid;
    std::string complete;  ///< file of partial rows
    std::string shuffle;   ///< "all" or "1000"
    std::string like;      ///< file of a sample to be resembled
    std::string time;      ///< "10s"
    std::string until;     ///< "tv<0.002"
    std::string checkpoint;
    std::string resume;
    std::int64_t checkpoint_every = 100'000;
    std::string report;
    std::string certificate;
};

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
