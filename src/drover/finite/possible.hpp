#pragma once

#include <drover/herd/features/state_table.hpp>
#include <drover/herd/moments/moments.hpp>

namespace drover {

/// Whether some mix of the states has these moments, exactly: is (moments, 1) in the cone of the (phi(x), 1)?
/// Outside, herding's weights diverge, and its averages stay away from the moments.
bool is_mix_of_states(const StateTable& features, const WideMoments& moments);

}  // namespace drover
