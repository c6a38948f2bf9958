#pragma once

#include <cstdint>

#include <drover/number/int128.hpp>

namespace drover {

/// Many cheap pseudo-random numbers from one seed: SplitMix64 (Steele, Lea, Flood 2014). Give it a seed from
/// CounterRandom: Philox keeps the streams apart, this one makes a stream cheap.
class SplitMix {
  public:
    explicit SplitMix(std::uint64_t seed) : state_{seed} {}

    std::uint64_t bits() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    }
    /// An integer in [0, bound): the high 64 bits of bits() * bound. bound > 0; bias below bound * 2^-64.
    std::uint64_t below(std::uint64_t bound) {
        return static_cast<std::uint64_t>((static_cast<UInt128>(bits()) * bound) >> 64U);
    }

  private:
    std::uint64_t state_;
};

}  // namespace drover
