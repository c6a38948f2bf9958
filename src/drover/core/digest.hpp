#pragma once

#include <cstdint>
#include <string>

namespace drover {

/// Running 128-bit hash of a sequence of 64-bit words: MurmurHash3_x64_128 with seed 0 over the words as
/// little-endian bytes. A check on reproducibility, not on malice. A value: copy it to fork.
class Digest {
  public:
    void add(std::uint64_t word);
    /// 32 hexadecimal digits, first half first, of everything added so far; more may be added afterwards.
    std::string hex() const;

    friend bool operator==(const Digest&, const Digest&) = default;

  private:
    std::uint64_t h1_ = 0;
    std::uint64_t h2_ = 0;
    std::uint64_t pending_ = 0;  // the first word of a block of two
    std::uint64_t word_count_ = 0;
};

}  // namespace drover
