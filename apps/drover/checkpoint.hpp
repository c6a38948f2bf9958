#pragma once

#include <string>
#include <utility>
#include <vector>

#include <drover/learn/synthesizer.hpp>

#include "certificate.hpp"

namespace drover::cli {

/// All that is needed to go on with a run of synth as if it had never stopped.
struct Checkpoint {
    std::vector<CertifiedFile> inputs;
    std::vector<std::pair<std::string, std::string>> options;  ///< those that rows depend on
    std::int64_t byte_count = 0;                               ///< of the rows written
    std::string digest;                                        ///< of these
    std::vector<std::int64_t> bin_uses;                        ///< of the RowWriter
    SynthesisState state;
};

/// The file appears when it is whole: the one before stays until then.
void write_checkpoint(const std::string& path, const Checkpoint& checkpoint);

/// Throws InputError naming the file for anything that is no checkpoint.
Checkpoint read_checkpoint(const std::string& path);

/// Throws InputError naming what differs, unless both are of the same inputs and options.
void check_same_run(const std::string& path, const Checkpoint& checkpoint, const Checkpoint& now);

}  // namespace drover::cli
