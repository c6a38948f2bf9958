#pragma once

#include <span>
#include <string>

#include <drover/core/sha256.hpp>
#include <drover/drover.hpp>

namespace drover::python {

/// What columns of texts are as CSV: the one way in which frames and streams are read, and what certificates
/// call their contents.
std::string frame_csv(std::span<const CodedColumn> columns);

/// The SHA-256 of the same for columns that come in parts; the text is never there as a whole.
class FrameDigest {
  public:
    void add(std::span<const CodedColumn> part);
    std::string hex() const { return digest_.hex(); }

  private:
    Sha256 digest_;
    bool has_header_ = false;
};

}  // namespace drover::python
