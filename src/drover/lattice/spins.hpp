#pragma once

#include <cstdint>
#include <vector>

namespace drover::lattice {

/// The states of the sites of a Lattice, by site: +1 and -1 (Ising), or 0 .. q-1 (Potts with q > 2 states).
using Spins = std::vector<std::int8_t>;

}  // namespace drover::lattice
