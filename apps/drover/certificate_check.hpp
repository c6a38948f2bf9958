#pragma once

#include "certificate.hpp"
#include "row_facts.hpp"

namespace drover::cli {

/// Where a file of a certificate lies now: at its recorded path, or else beside the certificate. Throws
/// IoError if it is in neither place.
std::string locate(const std::string& recorded, const std::string& certificate_path);

/// The files given, in the order of the certificate's inputs, matched by their names without folders. Throws
/// InputError unless they are the same.
std::vector<std::string> in_certified_order(const std::vector<std::string>& files,
                                            const Certificate& certificate,
                                            const std::string& certificate_path);

/// The certificate as it would be written for what was found now; version, options and margins are those
/// recorded.
Certificate recomputed(const Certificate& recorded, const std::vector<std::string>& inputs,
                       const Reference& reference, const RowFacts& facts);

/// What differs, a line each: "rows.csv: sha256: expected ..., got ...".
std::vector<std::string> differences(const Certificate& recorded, const Certificate& found);

}  // namespace drover::cli
