#pragma once

#include <cstdint>
#include <vector>

#include <drover/populate/herder_model.hpp>

namespace drover::populate::impl {

/// Households are placed in blocks, and repaired in blocks of zones; what they share is updated between
/// blocks.
inline constexpr std::int64_t placing_block = 4096;
inline constexpr std::size_t repaired_zones = 64;

/// Units of a level, such as tracts, are often tied together only by the largest units above them. These are
/// cut into branches that run in parallel: in the model a branch takes the place of the unit. How a unit was
/// cut:
struct BranchedUnit {
    std::vector<std::uint32_t> branches;   ///< in place of it; one where it was not cut
    std::vector<std::int64_t> asked = {};  ///< of a level: by control, as it was
};

/// By level and by pull; empty where nothing was cut.
struct Branches {
    std::vector<std::vector<BranchedUnit>> levels;
    std::vector<std::vector<BranchedUnit>> pulls;
    bool empty() const { return levels.empty(); }
};

/// What ties zones together: levels with controls, and pulls.
std::vector<const zones::Level*> tying_levels(const Model& model);

/// Cuts the largest units, if they have at least a block of households and four blocks of zones, into up to
/// 16 branches with similar numbers of households, without splitting units of the next level. The same for
/// any number of threads.
Branches cut_branches(Model& model);

}  // namespace drover::populate::impl
