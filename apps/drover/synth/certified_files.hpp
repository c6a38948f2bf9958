#pragma once

#include <drover/synth/certified_inputs.hpp>

namespace drover::cli::synth {

/// Throws InputError for a device or a pipe, which a certificate may not name: it might never end.
void check_ordinary(const std::string& path, const std::string& certificate_path);

/// Where a file of a certificate lies now: at its recorded path, or else beside the certificate. Throws
/// IoError if it is in neither place, InputError if it is no ordinary one. Nothing for "".
std::string located(const std::string& recorded, const std::string& certificate_path);

}  // namespace drover::cli::synth
