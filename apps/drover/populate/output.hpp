#pragma once

#include <drover/populate/populate.hpp>

#include "../cli/job.hpp"
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
    JobOptions job;
};

void describe(OptionList& list, Command& options);

/// All files of the run but those in its folder.
FileUses file_uses_of(const Command& options, const ReadFiles& read);

/// Throws InputError if a file of the result would replace an input or another of them.
void check_outputs(const Command& options, const OutputFolder& folder);

/// Writes households, persons, weights, controls_summary, report and certificate. Returns all but the last
/// two, by their names in the folder.
std::vector<CertifiedFile> write_files(OutputFolder& folder, const Command& options, const ReadFiles& read,
                                       const Result& made);

}  // namespace drover::cli::populate
