#pragma once

#include <vector>

#include <drover/herd/features/state_table.hpp>

namespace drover {

/// The states that exhaustive herding never chooses, in ascending order. A state x is reachable if some
/// weights w give <w, phi(x)> > <w, phi(y)> for all y < x and >= for all y > x (ties go to the lowest
/// index), and do not tie all states: there, as at w = 0, state 0 is taken by default.
/// In other words: the smallest face of the hull of the features that holds x is not the whole hull, and x
/// is the lowest state on it. So states inside the hull are unreachable, and copies of a lower state. If
/// all states are equal, the answer is all but state 0.
/// Decided exactly, for any numbers. First the winners of many directions are taken, O(states^2 * features);
/// each state left over costs one linear program (number/cone.hpp).
std::vector<std::size_t> unreachable_states(const StateTable& features);

/// Of larger tables reports do not tell which states are unreachable: that would take longer than all else.
inline constexpr std::size_t max_hull_cells = 20'000;

}  // namespace drover
