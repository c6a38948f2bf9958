#pragma once

#include <drover/synth/synth.hpp>

#include "../cli/job.hpp"
#include "reference.hpp"

namespace drover::cli::synth {

using namespace drover::synth;

struct CommandLine {
    CommonOptions common;
    ReferenceOptions reference;
    Options synthesis;  ///< those that are numbers and choices
    std::string noise;  ///< "10"
    std::vector<std::string> forbid;
    std::string complete;  ///< file of partial rows
    std::string shuffle;   ///< "all" or "1000"
    std::string like;      ///< file of a sample to be resembled
    std::string until;     ///< "tv<0.002"
    JobOptions job;
    std::string report;
    std::string certificate;
};

void describe(OptionList& list, CommandLine& options);

/// Throws InputError for files that do not go together: side files on standard output, rows to be resumed in
/// a pipe, an unfinished run that would be overwritten; and for rows in a format that is not written here.
void check_synth_files(const CommandLine& options);

}  // namespace drover::cli::synth
