#pragma once

#include <array>
#include <cstdint>

namespace drover {

/// Philox4x32-10 of Random123 (Salmon, Moraes, Dror, Shaw 2011): a bijection of a 128-bit counter under a
/// 64-bit key. No state: the same counter and key give the same four words on every platform.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// Random numbers as a function of (seed, stream, index). Herding itself draws none; starts, splits and
/// synthetic data do. Streams are independent: use a separate one for each purpose.
class CounterRandom {
  public:
    explicit CounterRandom(std::uint64_t seed, std::uint64_t stream = 0) : seed_{seed}, stream_{stream} {}

    /// 64 uniform bits: the first two words of the block for counter (index, stream), low word first.
    std::uint64_t bits(std::uint64_t index) const;
    /// (k + 1/2) * 2^-52 for k the top 52 bits: uniform on (0, 1), never 0 or 1.
    double uniform(std::uint64_t index) const;
    /// Standard normal: the inverse distribution function (normal_quantile) of uniform(index).
    double normal(std::uint64_t index) const;
    /// An integer in [0, bound): the high 64 bits of bits(index) * bound. bound > 0; bias below bound *
    /// 2^-64.
    std::uint64_t below(std::uint64_t index, std::uint64_t bound) const;

  private:
    std::uint64_t seed_;
    std::uint64_t stream_;
};

}  // namespace drover
