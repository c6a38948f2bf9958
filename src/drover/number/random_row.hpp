#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace drover {

/// A row of 32-bit random numbers as a function of (seed, row, use), generated many at a time: number i is
/// word (i / 16) % 4 of the Philox block of counter (16 (i / 64) + i % 16, use, row), so that 16 blocks side
/// by side fill 64 numbers in order. The same on every platform and instruction set. i < 2^34.
class RandomRow {
  public:
    static constexpr std::size_t group = 64;  ///< numbers are generated in groups of this size

    RandomRow(std::uint64_t seed, std::uint64_t row, std::uint32_t use) : seed_{seed}, row_{row}, use_{use} {}

    /// One number, at the cost of a block of four.
    std::uint32_t operator[](std::size_t i) const;
    /// Numbers first, first + 1, ...; first and the size are multiples of 64.
    void fill(std::size_t first, std::span<std::uint32_t> words) const;
    /// Bit k of masks[g] is 1 if number first + 64 g + k is below the limit, at most 2^32; first a multiple
    /// of 64.
    void below(std::uint64_t limit, std::size_t first, std::span<std::uint64_t> masks) const;

  private:
    std::uint64_t seed_;
    std::uint64_t row_;
    std::uint32_t use_;
};

/// probability * 2^32 to the nearest integer: a random number is below this limit with that probability.
std::uint64_t random_limit(double probability);

}  // namespace drover
