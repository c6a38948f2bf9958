#pragma once

#include <drover/populate/populate.hpp>

#include "files.hpp"

namespace drover::cli {

class OutputFolder;

struct PopulateCommand {
    CommonOptions common;
    PopulationFiles files;
    std::int64_t swap = 1;
    std::string pull = "0.02";
    std::string expand = "yes";
    std::string checkpoint;
    std::string resume;
    std::int64_t checkpoint_every = 1'000'000;
};

void describe(OptionList& list, PopulateCommand& options);

/// All files of the run but those in its folder.
FileUses file_uses_of(const PopulateCommand& options, const ReadPopulation& read);

/// Throws InputError if a file of the result, or a checkpoint, would replace an input or another of them.
void check_outputs(const PopulateCommand& options, const OutputFolder& folder);

/// Households, persons, weights, controls_summary, report and certificate. All that was written but the last
/// two, by their names in the folder.
std::vector<CertifiedFile> write_population(OutputFolder& folder, const PopulateCommand& options,
                                            const ReadPopulation& read, const Population& made);

/// A checkpoint: inputs, options and where the run is.
void save_checkpoint(const PopulateCommand& options, const ReadPopulation& read, const PopulationJob& job);
void resume_checkpoint(const PopulateCommand& options, const ReadPopulation& read, PopulationJob& job);

}  // namespace drover::cli
