#pragma once

#include <drover/synth/certified_file.hpp>
#include <drover/synth/populate.hpp>

namespace drover {

/// What a population was made from, and the files of it.
struct PopulationFilesUsed {
    std::vector<CertifiedFile> inputs;
    NamedTexts options;                  ///< that the households depend on, by their names without dashes
    std::vector<CertifiedFile> written;  ///< as they are to be found again
};

/// "drover.population/1": errors as exact decimal texts, which anyone can count again.
std::string population_certificate(const PopulationInput& input, const Population& made,
                                   const PopulationFilesUsed& files);

}  // namespace drover
