#pragma once

#include <cstddef>
#include <cstdint>

namespace drover::impl {

constexpr std::size_t tempered_lanes = 16;

/// Sixteen orbits of the tempered map, each with its own numbers: tempered_lanes for each of them, aligned.
struct TemperedBlock {
    const double* features;  // state by state
    const double* moments;
    const double* inverse_temperatures;
    double* weights;   // feature by feature
    double* tangents;  // the same: small differences, moved by the derivative of the map; null: none
    double* scratch;   // tempered_lanes * (states + 2 * features), aligned
    std::size_t state_count;
    std::size_t feature_count;
};

/// The map `steps` times, in the operations and the order of TemperedMap::apply.
void advance_block(const TemperedBlock& block, std::int64_t steps);

}  // namespace drover::impl
