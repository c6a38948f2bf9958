#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace drover {

/// SHA-256 (FIPS 180-4) of a sequence of bytes. A value: copy it to fork.
class Sha256 {
  public:
    void add(std::string_view bytes);
    /// 64 hexadecimal digits of everything so far; more may be added afterwards.
    std::string hex() const;

  private:
    void take_block(const unsigned char* block);

    std::array<std::uint32_t, 8> state_{0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU,
                                        0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U};
    std::array<unsigned char, 64> pending_{};
    std::uint64_t byte_count_ = 0;
};

/// Of all the bytes at once.
std::string sha256(std::string_view bytes);

}  // namespace drover
