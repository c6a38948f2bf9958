#pragma once

#include <drover/synth/certified_inputs.hpp>

namespace drover::cli {

/// Where a file of a certificate lies now: at its recorded path, or else beside the certificate. Throws
/// IoError if it is in neither place. Nothing for "".
std::string located(const std::string& recorded, const std::string& certificate_path);

}  // namespace drover::cli
