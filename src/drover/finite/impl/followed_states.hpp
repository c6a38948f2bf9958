#pragma once

#include <vector>

#include <drover/herd/features/state_table.hpp>

namespace drover::impl {

/// The states whose scores herding has to follow, in ascending order: all, but of up to 16 only those that it
/// can choose and state 0, which it takes where all tie.
std::vector<std::size_t> followed_states(const StateTable& features);

}  // namespace drover::impl
