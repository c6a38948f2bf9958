#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <drover/job/job.hpp>
#include <drover/report/certified_file.hpp>
#include <drover/report/named_texts.hpp>

namespace drover {

/// What a job is a job of. A checkpoint belongs to the same inputs and options, whatever machine made it.
struct JobIdentity {
    std::string product;                     ///< "synth"
    std::uint64_t version = 1;               ///< of what save() of the job writes
    std::vector<CertifiedFile> inputs = {};  ///< by role and digest; a file may have another name
    NamedTexts options = {};                 ///< those that the result depends on, by their fields
};

/// "drover.job/1", sealed by SHA-256.
std::string checkpoint_bytes(const JobIdentity& identity, const Job& job);

/// Whether the bytes begin as a checkpoint does.
bool is_checkpoint(std::string_view bytes);

/// Restores a job from a checkpoint called `name`. Throws InputError for anything that is not one, and for a
/// checkpoint of another product, of other inputs or of other options: the message says which.
void restore_checkpoint(std::string_view bytes, const std::string& name, const JobIdentity& identity,
                        Job& job);

}  // namespace drover
