#pragma once

#include <drover/populate/populate.hpp>

#include "files.hpp"

namespace drover::cli {
class OutputFolder;
}

namespace drover::cli::populate {

struct Command {
    CommonOptions common;
    Files files;
    std::int64_t repair_passes = 1;
    std::string pull = "0.02";
    std::string expand = "yes";
    std::string checkpoint;
    std::string resume;
    std::int64_t checkpoint_every = 1'000'000;
};

void describe(OptionList& list, Command& options);

/// All files of the run but those in its folder.
FileUses file_uses_of(const Command& options, const ReadFiles& read);

/// Throws InputError if a file of the result, or a checkpoint, would replace an input or another of them.
void check_outputs(const Command& options, const OutputFolder& folder);

/// Writes households, persons, weights, controls_summary, report and certificate. Returns all but the last
/// two, by their names in the folder.
std::vector<CertifiedFile> write_files(OutputFolder& folder, const Command& options, const ReadFiles& read,
                                       const Result& made);

/// A checkpoint: inputs, options and the state of the run.
void save_checkpoint(const Command& options, const ReadFiles& read, const Job& job);
void resume_checkpoint(const Command& options, const ReadFiles& read, Job& job);

}  // namespace drover::cli::populate
