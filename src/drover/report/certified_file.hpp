#pragma once

#include <string>

namespace drover {

/// A file as it was named, the SHA-256 of its contents (after decompression), and what it was read for.
struct CertifiedFile {
    std::string file;
    std::string sha256;
    std::string option = {};  ///< its role: "schema", "like"; empty: a table, or the microdata

    friend bool operator==(const CertifiedFile&, const CertifiedFile&) = default;
};

}  // namespace drover
