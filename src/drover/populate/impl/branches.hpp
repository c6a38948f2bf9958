#pragma once

#include <cstdint>
#include <vector>

#include <drover/populate/herder_model.hpp>

namespace drover::populate::impl {

/// Households are placed in blocks, and repaired in blocks of zones; what is shared is settled between them.
inline constexpr std::int64_t placing_block = 4096;
inline constexpr std::size_t repaired_zones = 64;

/// Zones in units of a level, such as tracts, are tied by nothing but the largest units above them. These are
/// cut into branches that run side by side: in the model a branch takes the place of the unit. How a unit was
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

/// Cuts the largest units, where they have a block of households and four blocks of zones at least, into up
/// to 16 branches of about as many households, each of whole units of the next level. The same for any number
/// of threads.
Branches cut_branches(Model& model);

}  // namespace drover::populate::impl
