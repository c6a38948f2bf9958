#pragma once

#include <string>
#include <vector>

#include <drover/report/certified_file.hpp>
#include <drover/report/named_texts.hpp>

namespace drover {

/// What a run is a run of: its input files and the options that its result depends on.
struct RunIdentity {
    std::vector<CertifiedFile> inputs;
    NamedTexts options;
};

/// Throws InputError naming the file of a checkpoint and what differs, unless both have the same inputs and
/// options.
void check_same_run(const std::string& name, const RunIdentity& checkpoint, const RunIdentity& now);

}  // namespace drover
