#pragma once

#include <span>
#include <string>

#include <drover/core/sha256.hpp>
#include <drover/drover.hpp>

namespace drover::python {

/// Columns of texts as CSV: the common form in which frames and streams are read, and of which certificates
/// have the digest.
std::string frame_csv(std::span<const CodedColumn> columns);

/// The SHA-256 of the same for columns that arrive in parts; the text is never complete in memory.
class FrameDigest {
  public:
    void add(std::span<const CodedColumn> part);
    std::string hex() const { return digest_.hex(); }

  private:
    Sha256 digest_;
    bool has_header_ = false;
};

}  // namespace drover::python
