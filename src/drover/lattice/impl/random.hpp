#pragma once

#include <cstdint>

#include <drover/number/random_row.hpp>

namespace drover::lattice::impl {

// Streams of random 32-bit words of a sweep: the third number of a RandomRow. High numbers, which no
// CounterRandom of the same seed reaches.
inline constexpr std::uint32_t right_bond_words = 0xD0000001;
inline constexpr std::uint32_t down_bond_words = 0xD0000002;
inline constexpr std::uint32_t new_state_words = 0xD0000003;
inline constexpr std::uint32_t heat_bath_words = 0xD0000004;

/// The spin that a random word selects among q states: 0 .. q-1, or -1 and +1 for two.
inline std::int8_t state_of(std::uint32_t word, int states) {
    const auto state = static_cast<int>((std::uint64_t{word} * static_cast<std::uint64_t>(states)) >> 32U);
    return static_cast<std::int8_t>(states == 2 ? 2 * state - 1 : state);
}

}  // namespace drover::lattice::impl
