#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace drover::impl {

constexpr std::size_t dual_lanes = 32;
constexpr std::size_t dual_kernel_states = 8;  ///< at most
/// Scores are 8 times a number plus a tag, 7 for the lowest state, 6 for the next, ...: the largest score
/// names its state, and ties go to the lowest.
constexpr std::int32_t dual_tags = 8;

/// Orbits side by side, with rounded scores less the score of the lowest state.
struct DualBlock {
    using Table = std::array<std::int32_t, 16>;  // by tag

    const Table* moves;          // one per score: what a step adds to it
    const Table* hits_of;        // two: 1 in a byte for each of the states but the lowest, four per table
    const std::uint8_t* names;   // 16, by tag
    const std::int32_t* scores;  // state_count - 1 rows of dual_lanes, aligned as all that follows
    std::uint32_t* states;       // four steps per 32 bits, the first lowest: steps / 4 rows of dual_lanes
    std::uint32_t* hits;         // two rows of dual_lanes
    std::int32_t* leads;    // smallest of (largest score - next - lead_wanted - steps before * lead_growth)
    std::int32_t* extents;  // largest absolute score before every fourth step
    std::int32_t lead_wanted;
    std::int32_t lead_growth;
    std::size_t state_count;  // 2 ... dual_kernel_states
};

/// Takes `steps` steps of each lane: a multiple of 4, below 256. False if this machine has no kernel.
bool take_block(const DualBlock& block, std::size_t steps);

}  // namespace drover::impl
