#pragma once

#include <drover/synth/certificate.hpp>

namespace drover::cli {

/// Where a file of a certificate lies now: at its recorded path, or else beside the certificate. Throws
/// IoError if it is in neither place.
std::string locate(const std::string& recorded, const std::string& certificate_path);

/// The files given, in the order of the certificate's inputs, matched by their names without folders. Throws
/// InputError unless they are the same.
std::vector<std::string> in_certified_order(const std::vector<std::string>& files,
                                            const Certificate& certificate,
                                            const std::string& certificate_path);

}  // namespace drover::cli
